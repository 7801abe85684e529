package dev.medley.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.medley.thread.internal.Soon;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A client that sends a request and then a body of zeros as fast as it is read from it, and reads the reply up to "done". */
final class PushingClient implements AutoCloseable {

    private static final int PIECE = 64 * 1024;
    private static final String END = "done";

    private final SocketChannel connection;
    private final Thread thread = new Thread(this::run, "pushing-client");
    private final AtomicLong sent = new AtomicLong();
    private final CompletableFuture<String> reply = new CompletableFuture<>();
    private final long size;
    private volatile boolean stalled;

    private PushingClient(SocketChannel connection, long size) {
        this.connection = connection;
        this.size = size;
    }

    /** Sends {@code head}, and a body of the length that it announces. */
    static PushingClient start(int port, String head) throws IOException {
        SocketChannel connection = SocketChannel.open();
        connection.setOption(StandardSocketOptions.SO_SNDBUF, PIECE);
        connection.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        connection.write(ByteBuffer.wrap(head.getBytes(ISO_8859_1)));
        PushingClient client = new PushingClient(connection, RawClient.contentLength(head));
        client.thread.start();
        return client;
    }

    /** Bytes of the body that it could send so far. */
    long sent() {
        return sent.get();
    }

    /** Waits until nothing more is read from it. */
    void awaitStalled() {
        Soon.until("nothing more is read from the client", () -> stalled);
    }

    /** The reply, once it is there. */
    String reply() {
        return reply.orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    private void run() {
        try (Selector selector = Selector.open()) {
            connection.configureBlocking(false);
            connection.register(selector, SelectionKey.OP_WRITE);
            while (sent.get() < size) {
                int taken = connection.write(ByteBuffer.allocate((int) Math.min(PIECE, size - sent.get())));
                sent.addAndGet(taken);
                stalled = taken == 0;
                if (stalled) {
                    selector.select();
                }
            }
            connection.register(selector, SelectionKey.OP_READ);
            ByteBuffer text = ByteBuffer.allocate(PIECE);
            while (!new String(text.array(), 0, text.position(), ISO_8859_1).endsWith(END)) {
                selector.select();
                if (connection.read(text) < 0) {
                    throw new IOException("the connection ended before the reply did");
                }
            }
            reply.complete(new String(text.array(), 0, text.position(), ISO_8859_1));
        } catch (IOException x) {
            stalled = true;
            reply.completeExceptionally(x);
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
        thread.interrupt();
    }
}
