package dev.medley.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of topics over WebSocket, that of the JDK. */
final class SocketClient implements WebSocket.Listener, AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private final CompletableFuture<WebSocket> opened = new CompletableFuture<>();

    static SocketClient open(URI server, String... fields) {
        return openAt(server, "/topics", fields);
    }

    /** As above, by a client that trusts the server. */
    static SocketClient open(HttpClient by, URI server) {
        return openAt(by, server, "/topics");
    }

    /** As above, at another target. */
    static SocketClient openAt(URI server, String target, String... fields) {
        return openAt(CLIENT, server, target, fields);
    }

    private static SocketClient openAt(HttpClient by, URI server, String target, String... fields) {
        SocketClient client = new SocketClient();
        WebSocket.Builder builder = by.newWebSocketBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            if (!fields[i + 1].isEmpty()) {
                builder.header(fields[i], fields[i + 1]);
            }
        }
        client.opened.complete(builder.buildAsync(
                        URI.create(server.toString().replaceFirst("^http", "ws") + target), client)
                .join());
        return client;
    }

    void send(String text) {
        socket().sendText(text, true).join();
    }

    WebSocket socket() {
        return opened.join();
    }

    /** Returns the next message; {@code close CODE} at the end. */
    String nextText() throws InterruptedException {
        String next = received.poll(30, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing has come for 30 seconds");
        }
        return next;
    }

    JsonNode next() throws InterruptedException {
        return JSON.readTree(nextText());
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        part.append(data);
        if (last) {
            received.add(part.toString());
            part.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        received.add("close " + code);
        return null;
    }

    @Override
    public void close() {
        socket().abort();
    }
}
