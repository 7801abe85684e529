package dev.medley.stubs.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Finds one request after the other in the bytes of a connection. Used by one thread. */
final class RequestReader {

    private static final int MAX_HEAD = 64 * 1024;

    private static final String END_OF_HEAD = "\r\n\r\n";

    private final StringBuilder headText = new StringBuilder();
    private ByteBuffer rest = ByteBuffer.allocate(0);
    private @Nullable RequestHead head;
    private @Nullable RawRequestBody body;

    /** The header section of the present request; null until it is complete. */
    @Nullable
    RequestHead head() {
        return head;
    }

    /** Returns whether the present request is read to its end. */
    boolean complete() {
        return body != null && body.complete();
    }

    /** Returns whether it has no bytes of a later request yet; only then may it be given more. */
    boolean wantsMore() {
        return !rest.hasRemaining();
    }

    /** Takes all of {@code input}. */
    void receive(ByteBuffer input) throws IOException {
        take(input);
        if (input.hasRemaining()) {
            rest = ByteBuffer.allocate(input.remaining()).put(input).flip();
        }
    }

    /** Turns to the next request. */
    void next() throws IOException {
        head = null;
        body = null;
        headText.setLength(0);
        take(rest);
    }

    private void take(ByteBuffer input) throws IOException {
        while (body == null && input.hasRemaining()) {
            takeOfHead((char) (input.get() & 0xFF));
        }
        if (body != null) {
            body.take(input);
        }
    }

    private void takeOfHead(char next) throws IOException {
        headText.append(next);
        int end = headText.length() - END_OF_HEAD.length();
        if (next == '\n' && end >= 0 && headText.indexOf(END_OF_HEAD, end) == end) {
            RequestHead parsed = RequestHead.parse(headText.toString());
            head = parsed;
            body = new RawRequestBody(parsed);
        } else if (headText.length() > MAX_HEAD) {
            throw new IOException("a header section has more than " + MAX_HEAD + " bytes");
        }
    }
}
