package dev.medley.server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A partner that holds its responses, JSON, until they are released. */
final class HeldPartner implements AutoCloseable {

    private static final byte[] BODY = "{\"partner\":0}".getBytes(StandardCharsets.UTF_8);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private HeldPartner() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            arrived.countDown();
            await(released);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, BODY.length);
            exchange.getResponseBody().write(BODY);
            exchange.close();
        });
        server.start();
    }

    static HeldPartner start() throws IOException {
        return new HeldPartner();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void awaitRequest() throws IOException {
        await(arrived);
    }

    void release() {
        released.countDown();
    }

    @Override
    public void close() {
        release();
        server.stop(0);
        threads.shutdown();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IOException(x);
        }
    }
}
