package dev.medley.servlet;

import dev.medley.exchange.BodyPart;
import dev.medley.exchange.ExchangeException;
import dev.medley.mashup.BodyStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Passes a partner's body on to the client on a thread that may wait. */
final class BlockingStreamWriter implements BodyStream.Sink {

    /** A part and the end: there is never more. */
    private static final int AT_MOST = 2;

    private final OutputStream out;
    private final BodyStream stream;
    private final BlockingQueue<Object> arrived = new ArrayBlockingQueue<>(AT_MOST);

    BlockingStreamWriter(OutputStream out, BodyStream stream) {
        this.out = out;
        this.stream = stream;
    }

    /**
     * Writes all of it.
     *
     * @throws ExchangeException if the partner does not send the rest
     * @throws IOException if the client does not take it
     */
    void write() throws IOException {
        stream.connect(this);
        boolean unflushed = false;
        while (true) {
            if (unflushed && arrived.isEmpty()) {
                // The partner pauses; what it has sent must not.
                out.flush();
            }
            Object next = take();
            if (next instanceof BodyPart part) {
                unflushed = true;
                ByteBuffer bytes = part.bytes();
                out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
                part.next();
            } else if (next instanceof ExchangeException cutOff) {
                throw cutOff;
            } else {
                return;
            }
        }
    }

    @Override
    public void onPart(BodyPart part) {
        arrived.add(part);
    }

    @Override
    public void onEnd(@Nullable ExchangeException failure) {
        arrived.add(failure == null ? this : failure);
    }

    private Object take() throws IOException {
        try {
            return arrived.take();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IOException("the server stops", x);
        }
    }
}
