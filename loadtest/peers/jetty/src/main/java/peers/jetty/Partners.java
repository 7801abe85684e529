package peers.jetty;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The requests to the partners, in turn. */
final class Partners {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int TIMEOUT_SECONDS = 30;
    private static final int OK = 200;

    private final HttpClient client;
    private final List<String> urls;

    Partners(HttpClient client, List<String> urls) {
        this.client = client;
        this.urls = urls;
    }

    /** Starts {@code count} requests; a future is completed by the thread that reads the response, with its document. */
    List<CompletableFuture<JsonNode>> get(int count, String delay) {
        return IntStream.range(0, count).mapToObj(i -> document(i, delay)).toList();
    }

    private CompletableFuture<JsonNode> document(int i, String delay) {
        Request request = client.newRequest(urls.get(i % urls.size()) + "/partner/" + i + "?delay=" + delay)
                .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        return new CompletableResponseListener(request).send().thenApply(Partners::parsed);
    }

    private static JsonNode parsed(ContentResponse response) {
        if (response.getStatus() != OK) {
            throw new IllegalStateException("status " + response.getStatus());
        }
        return JSON.readTree(response.getContent());
    }
}
