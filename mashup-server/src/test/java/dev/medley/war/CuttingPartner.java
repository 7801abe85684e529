package dev.medley.war;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** A partner that starts a response, and aborts it on {@link #cut}. */
final class CuttingPartner implements AutoCloseable {

    private static final int ENOUGH_TO_BE_PASSED_ON = 300_000;

    private final ServerSocket port;
    private volatile CompletableFuture<Void> cut = new CompletableFuture<>();

    private CuttingPartner(ServerSocket port) {
        this.port = port;
    }

    static CuttingPartner start() throws IOException {
        return new CuttingPartner(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }

    String uri() {
        return "http://127.0.0.1:" + port.getLocalPort();
    }

    /** Answers the next request with {@code head}, to which the last empty line is added, and the first part of a body. */
    void answer(String head) {
        cut = new CompletableFuture<>();
        new Thread(() -> run(head), "cutting-partner").start();
    }

    /** Aborts the response. */
    void cut() {
        cut.complete(null);
    }

    private void run(String head) {
        CompletableFuture<Void> aborted = cut;
        try (Socket connection = port.accept()) {
            byte[] request = new byte[1024];
            if (connection.getInputStream().read(request) > 0) {
                boolean chunked = head.contains("chunked");
                String size = chunked ? Integer.toHexString(ENOUGH_TO_BE_PASSED_ON) + "\r\n" : "";
                String answer = head + "\r\n\r\n" + size + "x".repeat(ENOUGH_TO_BE_PASSED_ON) + (chunked ? "\r\n" : "");
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                aborted.join();
            }
        } catch (IOException x) {
            // The test is over.
            aborted.complete(null);
        }
    }

    @Override
    public void close() throws IOException {
        cut();
        port.close();
    }
}
