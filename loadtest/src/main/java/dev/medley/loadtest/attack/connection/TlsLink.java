package dev.medley.loadtest.attack.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** A connection with TLS, whose records may be small. */
public final class TlsLink implements Link {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final Budget budget;
    private final SSLEngine engine;
    private final int recordBytes;
    private final ByteBuffer incoming;
    private final ByteBuffer outgoing;
    private long sent;

    /**
     * Creates a link; the handshake begins with the first write.
     *
     * @param recordBytes of the client's data in each record, at most
     */
    public TlsLink(SocketChannel channel, Budget budget, SSLEngine engine, int recordBytes) {
        this.channel = channel;
        this.budget = budget;
        this.engine = engine;
        this.recordBytes = recordBytes;
        int packet = engine.getSession().getPacketBufferSize();
        incoming = ByteBuffer.allocate(packet).flip();
        outgoing = ByteBuffer.allocate(2 * packet).flip();
    }

    @Override
    public boolean write(ByteBuffer bytes) throws IOException {
        while (flush()) {
            HandshakeStatus status = engine.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                runTasks();
            } else if (status == HandshakeStatus.NEED_WRAP) {
                wrap(NOTHING);
            } else if (isUnwrap(status)) {
                if (!unwrapHandshake()) {
                    return false;
                }
            } else if (bytes.hasRemaining()) {
                wrapRecord(bytes);
            } else {
                return true;
            }
        }
        return false;
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        int read = fill();
        while (incoming.hasRemaining()) {
            SSLEngineResult result = engine.unwrap(incoming, buffer);
            runTasks();
            if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                return -1;
            }
            if (result.getStatus() != SSLEngineResult.Status.OK
                    || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                break;
            }
        }
        return read < 0 && buffer.position() == 0 ? -1 : buffer.position();
    }

    @Override
    public void endOutput() throws IOException {
        engine.closeOutbound();
        write(NOTHING);
    }

    @Override
    public void newHandshake() throws IOException {
        engine.beginHandshake();
    }

    @Override
    public boolean wantsToWrite() {
        return outgoing.hasRemaining();
    }

    @Override
    public boolean mustRead() {
        return isUnwrap(engine.getHandshakeStatus());
    }

    @Override
    public long sent() {
        return sent;
    }

    private static boolean isUnwrap(HandshakeStatus status) {
        return status == HandshakeStatus.NEED_UNWRAP || status == HandshakeStatus.NEED_UNWRAP_AGAIN;
    }

    /** Returns whether all of what is encrypted was written. */
    private boolean flush() throws IOException {
        if (outgoing.hasRemaining()) {
            sent += budget.write(channel, outgoing);
        }
        return !outgoing.hasRemaining();
    }

    private void wrapRecord(ByteBuffer bytes) throws IOException {
        int limit = bytes.limit();
        bytes.limit(Math.min(limit, bytes.position() + recordBytes));
        wrap(bytes);
        bytes.limit(limit);
    }

    private void wrap(ByteBuffer bytes) throws IOException {
        outgoing.clear();
        SSLEngineResult result = engine.wrap(bytes, outgoing);
        outgoing.flip();
        if (result.getStatus() == SSLEngineResult.Status.CLOSED && !outgoing.hasRemaining()) {
            throw new IOException("TLS has ended");
        }
    }

    /** Returns whether the handshake has gone on, rather than waiting for the server. */
    private boolean unwrapHandshake() throws IOException {
        if (!incoming.hasRemaining()) {
            return false;
        }
        SSLEngineResult result =
                engine.unwrap(incoming, ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()));
        return result.getStatus() == SSLEngineResult.Status.OK && result.bytesConsumed() > 0;
    }

    private int fill() throws IOException {
        incoming.compact();
        try {
            return channel.read(incoming);
        } finally {
            incoming.flip();
        }
    }

    private void runTasks() {
        Runnable task = engine.getDelegatedTask();
        while (task != null) {
            task.run();
            task = engine.getDelegatedTask();
        }
    }
}
