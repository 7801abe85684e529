package dev.medley.stubs.raw;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackException;
import org.jspecify.annotations.Nullable;

/** Reads the requests of a connection from HEADERS and CONTINUATION frames. Used by one thread. */
final class RequestStreams {

    private static final int MAX_HEAD = 64 * 1024;

    private final HpackDecoder decoder = new HpackDecoder(MAX_HEAD, System::nanoTime);
    private final ByteArrayOutputStream block = new ByteArrayOutputStream();
    private boolean lastFrame;
    private int last;

    /** The number of the youngest stream so far. */
    int last() {
        return last;
    }

    /** Takes a frame; returns the request that it completes the head of, null if it does not, or ends one by trailers. */
    @Nullable
    Head receive(Frame frame) throws IOException {
        if (frame.type() == Frame.HEADERS) {
            block.reset();
            lastFrame = frame.has(Frame.END_STREAM);
        }
        ByteBuffer content = frame.content();
        byte[] fragment = new byte[content.remaining()];
        content.get(fragment);
        block.writeBytes(fragment);
        if (!frame.has(Frame.END_HEADERS)) {
            return null;
        }
        try {
            MetaData metaData = decoder.decode(ByteBuffer.wrap(block.toByteArray()));
            if (!(metaData instanceof MetaData.Request request) || frame.stream() <= last) {
                return null;
            }
            last = frame.stream();
            return new Head(frame.stream(), request.getMethod(), lastFrame);
        } catch (HpackException x) {
            throw new IOException("a header block cannot be read", x);
        }
    }

    /** The head of a request. */
    record Head(int stream, String method, boolean last) {}
}
