package dev.medley.stubs.raw;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Finds the end of the body of one request, and drops the bytes before it. Used by one thread. */
final class RawRequestBody {

    private static final int MAX_LINE = 4096;

    private final StringBuilder line = new StringBuilder();
    private final boolean chunked;

    /** The bytes still to come, of the body or else of one chunk and the end of its line. */
    private long missing;

    private boolean trailers;
    private boolean complete;

    RawRequestBody(RequestHead head) {
        chunked = head.chunked();
        missing = chunked ? 0 : head.length();
        complete = !chunked && missing == 0;
    }

    boolean complete() {
        return complete;
    }

    /** Takes what belongs to the body out of {@code input}. */
    void take(ByteBuffer input) throws IOException {
        while (!complete && input.hasRemaining()) {
            if (missing > 0) {
                skip(input);
            } else {
                takeOfLine((char) input.get());
            }
        }
    }

    private void skip(ByteBuffer input) {
        int bytes = (int) Math.min(missing, input.remaining());
        input.position(input.position() + bytes);
        missing -= bytes;
        complete = missing == 0 && !chunked;
    }

    private void takeOfLine(char next) throws IOException {
        if (next != '\n') {
            line.append(next);
            if (line.length() > MAX_LINE) {
                throw new IOException("a line between chunks has more than " + MAX_LINE + " bytes");
            }
            return;
        }
        String text = line.toString().strip();
        line.setLength(0);
        if (trailers) {
            complete = text.isEmpty();
            return;
        }
        long size = RequestHead.length(text.split(";", 2)[0].strip(), 16);
        trailers = size == 0;
        missing = trailers ? 0 : size + "\r\n".length();
    }
}
