package dev.medley.stubs;

import dev.medley.stubs.internal.endpoint.Body;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;

/** Reads the body of one request as it arrives, and keeps its length and digest. Its calls follow one another. */
final class RequestBodyReader implements Runnable {

    private final PendingRequest exchange;
    private final Consumer<Body> then;
    private final MessageDigest digest = sha256();
    private final ByteArrayOutputStream start = new ByteArrayOutputStream();
    private final int recorded;
    private long length;

    private RequestBodyReader(PendingRequest exchange, int recorded, Consumer<Body> then) {
        this.recorded = recorded;
        this.exchange = exchange;
        this.then = then;
    }

    /** Calls {@code then} after the last byte, with the first {@code recorded}, or fails the exchange if that never comes. */
    static void read(PendingRequest exchange, int recorded, Consumer<Body> then) {
        new RequestBodyReader(exchange, recorded, then).run();
    }

    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = exchange.request().read();
            if (chunk == null) {
                exchange.request().demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                exchange.callback().failed(chunk.getFailure());
                return;
            }
            length += chunk.remaining();
            keep(chunk.getByteBuffer());
            digest.update(chunk.getByteBuffer());
            chunk.release();
            if (chunk.isLast()) {
                then.accept(new Body(
                        length, HexFormat.of().formatHex(digest.digest()), ByteBuffer.wrap(start.toByteArray())));
                return;
            }
        }
    }

    private void keep(ByteBuffer content) {
        byte[] bytes = new byte[Math.min(content.remaining(), recorded - start.size())];
        content.slice().get(bytes);
        start.writeBytes(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException("every Java platform has SHA-256, but this one has not", x);
        }
    }
}
