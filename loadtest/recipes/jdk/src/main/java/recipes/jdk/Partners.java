package recipes.jdk;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The partners by name: time-out of the whole exchange, and the reason of a failure. */
// recipe shared begin
record Partners(Map<String, String> urls) {

    private static final Logger LOG = LoggerFactory.getLogger(Partners.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ExecutorService TASKS = Executors.newVirtualThreadPerTaskExecutor();

    JsonNode get(String partner, String path) throws InterruptedException {
        return get(partner, path, JsonNode.class);
    }

    <T> T get(String partner, String path, Class<T> type) throws InterruptedException {
        return get(partner, path, type, TIMEOUT);
    }

    <T> T get(String partner, String path, Class<T> type, Duration timeout) throws InterruptedException {
        HttpResponse<byte[]> response = send(partner, request(partner, path), timeout);
        if (response.statusCode() / 100 != 2) {
            throw new PartnerException(partner, "unexpected status", null);
        }
        try {
            return JsonMapper.shared().readValue(response.body(), type);
        } catch (JacksonException x) {
            throw new PartnerException(partner, "unexpected shape", x);
        }
    }

    HttpRequest.Builder request(String partner, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(urls.get(partner) + path));
        // recipe shared end
        // recipe g begin
        request.setHeader(RequestIds.FIELD, RequestIds.ID.get());
        // recipe g end
        // recipe shared begin
        return request;
    }

    /** The client's own time-out ends with the response's head; this one includes the body. */
    HttpResponse<byte[]> send(String partner, HttpRequest.Builder request, Duration timeout)
            throws InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> response =
                CLIENT.sendAsync(request.build(), BodyHandlers.ofByteArray());
        try {
            return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException x) {
            throw new PartnerException(partner, "timeout", x);
        } catch (ExecutionException x) {
            throw new PartnerException(partner, "connection failed", x);
        } finally {
            response.cancel(true);
        }
    }

    HttpResponse<byte[]> send(String partner, HttpRequest.Builder request) throws InterruptedException {
        return send(partner, request, TIMEOUT);
    }

    Future<JsonNode> start(String partner, String path) {
        return start(partner, path, TIMEOUT);
    }

    Future<JsonNode> start(String partner, String path, Duration timeout) {
        return TASKS.submit(() -> get(partner, path, JsonNode.class, timeout));
    }

    /** Puts the part into the document; where it failed, the fallback, and the reason below "missing". */
    static void putOptional(Map<String, Object> document, String name, Future<JsonNode> part, Object fallback)
            throws InterruptedException {
        try {
            document.put(name, part.get());
        } catch (ExecutionException x) {
            if (!(x.getCause() instanceof PartnerException failure)) {
                throw new IllegalStateException(x.getCause());
            }
            LOG.warn("partner {} is missing: {}", name, failure.reason());
            document.put(name, fallback);
            ((ObjectNode) document.computeIfAbsent(
                            "missing", n -> JsonMapper.shared().createObjectNode()))
                    .put(name, failure.reason());
        }
    }
}
// recipe shared end
