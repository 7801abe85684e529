package dev.medley.loadtest.experiment.policy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** A partner in the process of the experiment that answers as it should, until it is told to fail every request. */
final class FailingPartner implements AutoCloseable {

    private static final byte[] ANSWER = "{\"partner\":0}".getBytes(StandardCharsets.UTF_8);
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int THREADS = 4;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final AtomicBoolean stopped = new AtomicBoolean();
    private volatile Way way = Way.NOT;

    /** The ways in which a partner fails. */
    enum Way implements PolicyExperiment.Variant {
        /** It does not. */
        NOT("does not fail"),
        /** It answers with status 503. */
        STATUS("answers with status 503"),
        /** It closes the connection in place of an answer. */
        CLOSE("closes the connection"),
        /** Its port refuses connections, and those that were open are closed. */
        REFUSE("refuses connections");

        private final String title;

        Way(String title) {
            this.title = title;
        }

        @Override
        public String title() {
            return title;
        }
    }

    private FailingPartner(HttpServer server) {
        this.server = server;
    }

    /** Starts one on a free port of the loopback address. */
    static FailingPartner start() throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0);
        FailingPartner partner = new FailingPartner(HttpServer.create(anyPort, 0));
        partner.server.createContext("/", partner::handle);
        partner.server.setExecutor(partner.threads);
        partner.server.start();
        return partner;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Fails every request from now on. */
    void fail(Way how) {
        way = how;
        if (how == Way.REFUSE) {
            stop();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            switch (way) {
                case NOT -> answer(exchange, 200);
                case STATUS -> answer(exchange, 503);
                case CLOSE, REFUSE -> {} // Without an answer, the end of the exchange is that of the connection.
            }
        }
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, ANSWER.length);
        exchange.getResponseBody().write(ANSWER);
    }

    private void stop() {
        if (stopped.compareAndSet(false, true)) {
            server.stop(0);
        }
    }

    @Override
    public void close() {
        stop();
        threads.shutdownNow();
    }
}
