package dev.medley.servlet;

import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** A partner that answers one request with a large body, as fast as it is read, and counts the bytes sent. */
final class FloodingPartner implements AutoCloseable {

    private static final int PIECE = 64 * 1024;
    private static final int SMALL_BUFFER = 64 * 1024;

    private final ServerSocketChannel port;
    private final long size;
    private final Thread thread = new Thread(this::run, "flooding-partner");
    private final AtomicLong sent = new AtomicLong();
    private volatile boolean stalled;

    private FloodingPartner(ServerSocketChannel port, long size) {
        this.port = port;
        this.size = size;
    }

    static FloodingPartner start(long size) throws IOException {
        ServerSocketChannel port = ServerSocketChannel.open();
        port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        FloodingPartner partner = new FloodingPartner(port, size);
        partner.thread.start();
        return partner;
    }

    String uri() throws IOException {
        return "http://127.0.0.1:" + ((InetSocketAddress) port.getLocalAddress()).getPort();
    }

    /** Bytes of the body that it could send so far. */
    long sent() {
        return sent.get();
    }

    /** Waits until nothing more is read from it. */
    void awaitStalled() {
        Soon.until("nothing more is read from the partner", () -> stalled);
    }

    private void run() {
        try (SocketChannel connection = port.accept();
                Selector selector = Selector.open()) {
            connection.setOption(StandardSocketOptions.SO_SNDBUF, SMALL_BUFFER);
            ByteBuffer request = ByteBuffer.allocate(PIECE);
            connection.read(request);
            String head =
                    "HTTP/1.1 200 OK\r\nContent-Type: application/x-flood\r\nContent-Length: " + size + "\r\n\r\n";
            connection.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.ISO_8859_1)));
            connection.configureBlocking(false);
            connection.register(selector, SelectionKey.OP_WRITE);
            ByteBuffer piece = ByteBuffer.allocate(PIECE).limit(0);
            while (sent.get() < size) {
                int taken = connection.write(next(piece));
                sent.addAndGet(taken);
                stalled = taken == 0;
                if (stalled) {
                    selector.select();
                }
            }
        } catch (IOException x) {
            // The other side has had enough, or the test is over.
            stalled = true;
        }
    }

    /** The next bytes: the rest of a piece that was read in part, or a new one. */
    private ByteBuffer next(ByteBuffer piece) {
        if (!piece.hasRemaining()) {
            piece.clear();
            int length = (int) Math.min(PIECE, size - sent.get());
            for (int i = 0; i < length; i++) {
                piece.put(PartnerStubs.byteAt(sent.get() + i));
            }
            piece.flip();
        }
        return piece;
    }

    @Override
    public void close() throws IOException {
        port.close();
        thread.interrupt();
    }
}
