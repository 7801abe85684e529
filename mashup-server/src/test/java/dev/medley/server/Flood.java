package dev.medley.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;

/** Sends many bytes over a connection, as fast as they are taken, and counts them. */
final class Flood {

    private static final int PIECE = 64 * 1024;

    private final SocketChannel connection;
    private final long size;
    private final AtomicLong sent = new AtomicLong();
    private volatile boolean stalled;

    private Flood(SocketChannel connection, long size) {
        this.connection = connection;
        this.size = size;
    }

    /** Begins to send; the connection does not block from now on. */
    static Flood start(SocketChannel connection, long size) throws IOException {
        Flood flood = new Flood(connection, size);
        connection.configureBlocking(false);
        new Thread(flood::run, "flood").start();
        return flood;
    }

    private void run() {
        try {
            send();
        } catch (IOException x) {
            // The other side has had enough, or the test is over.
            stalled = true;
        }
    }

    private void send() throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(PIECE).limit(0);
        try (Selector selector = Selector.open()) {
            connection.register(selector, SelectionKey.OP_WRITE);
            while (sent.get() < size) {
                if (!piece.hasRemaining()) {
                    piece.clear().limit((int) Math.min(PIECE, size - sent.get()));
                }
                int taken = connection.write(piece);
                sent.addAndGet(taken);
                stalled = taken == 0;
                if (stalled) {
                    selector.select();
                }
            }
        }
    }

    /** Bytes that could be sent so far. */
    long sent() {
        return sent.get();
    }

    /** Whether no byte is taken now, or it has ended. */
    boolean stalled() {
        return stalled;
    }
}
