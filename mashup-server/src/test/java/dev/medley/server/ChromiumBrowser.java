package dev.medley.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Chromium that stays open: tests run scripts in its pages (the DevTools protocol), in real time. */
final class ChromiumBrowser implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String LISTENS = "DevTools listening on ws://";
    private static final int PATIENCE_SECONDS = 60;

    private final Process browser;
    private final String address;

    private ChromiumBrowser(Process browser, String address) {
        this.browser = browser;
        this.address = address;
    }

    /** Starts it. */
    static ChromiumBrowser start(Chromium chromium) throws IOException {
        Process browser = new ProcessBuilder(chromium.command("--remote-debugging-port=0", "about:blank"))
                .redirectErrorStream(true)
                .start();
        BufferedReader printed =
                new BufferedReader(new InputStreamReader(browser.getInputStream(), StandardCharsets.UTF_8));
        for (String line = printed.readLine(); line != null; line = printed.readLine()) {
            if (line.startsWith(LISTENS)) {
                Thread reader = new Thread(() -> printed.lines().forEach(each -> {}), "chromium-output");
                reader.setDaemon(true);
                reader.start();
                return new ChromiumBrowser(browser, line.substring(LISTENS.length(), line.indexOf("/devtools")));
            }
        }
        throw new IOException("Chromium has ended before it was ready");
    }

    /** Opens a page, and waits until it is there. */
    Page open(URI page) throws Exception {
        HttpRequest made = HttpRequest.newBuilder(URI.create("http://" + address + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        String target = CLIENT.send(made, HttpResponse.BodyHandlers.ofString()).body();
        Page opened = new Page();
        opened.socket.complete(CLIENT.newWebSocketBuilder()
                .buildAsync(
                        URI.create(JSON.readTree(target)
                                .get("webSocketDebuggerUrl")
                                .asString()),
                        opened)
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        opened.send("Page.enable", Map.of());
        opened.send("Network.enable", Map.of());
        opened.send("Page.navigate", Map.of("url", page.toString()));
        opened.loaded.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return opened;
    }

    @Override
    public void close() {
        browser.descendants().forEach(ProcessHandle::destroy);
        browser.destroy();
        browser.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** A page. */
    static final class Page implements WebSocket.Listener, AutoCloseable {

        private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
        private final CompletableFuture<Void> loaded = new CompletableFuture<>();
        private final AtomicInteger ids = new AtomicInteger();
        private final Map<Integer, CompletableFuture<JsonNode>> replies = new ConcurrentHashMap<>();
        private final StringBuilder part = new StringBuilder();

        private Page() {}

        /** Runs a script that may wait ({@code await}). */
        void run(String script) throws Exception {
            evaluate(script, true);
        }

        /** Returns the value of a script; if it is a promise, that of the promise. */
        JsonNode evaluate(String script) throws Exception {
            return evaluate(script, false);
        }

        private JsonNode evaluate(String script, boolean waits) throws Exception {
            JsonNode result = send(
                    "Runtime.evaluate",
                    Map.of("expression", script, "awaitPromise", true, "returnByValue", true, "replMode", waits));
            if (result.has("exceptionDetails")) {
                throw new AssertionError(script + ": " + result.get("exceptionDetails"));
            }
            JsonNode value = result.get("result").get("value");
            return value == null ? JSON.nullNode() : value;
        }

        /** Takes the network away from the page, or gives it back. */
        void offline(boolean is) throws Exception {
            send(
                    "Network.emulateNetworkConditions",
                    Map.of("offline", is, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
        }

        private JsonNode send(String method, Map<String, Object> parameters) throws Exception {
            int id = ids.incrementAndGet();
            CompletableFuture<JsonNode> reply = new CompletableFuture<>();
            replies.put(id, reply);
            Map<String, Object> command = new LinkedHashMap<>();
            command.put("id", id);
            command.put("method", method);
            command.put("params", parameters);
            socket.get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .sendText(JSON.writeValueAsString(command), true)
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            JsonNode document = reply.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (document.has("error")) {
                throw new AssertionError(method + ": " + document.get("error"));
            }
            return document.get("result");
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                JsonNode document = JSON.readTree(part.toString());
                part.setLength(0);
                if (document.has("id")) {
                    CompletableFuture<JsonNode> reply =
                            replies.remove(document.get("id").asInt());
                    if (reply != null) {
                        reply.complete(document);
                    }
                } else if (document.get("method").asString().equals("Page.loadEventFired")) {
                    loaded.complete(null);
                }
            }
            from.request(1);
            return null;
        }

        @Override
        public void close() {
            try {
                send("Page.close", Map.of());
            } catch (Exception x) {
                throw new AssertionError("the page cannot be closed", x);
            } finally {
                socket.join().abort();
            }
        }
    }
}
