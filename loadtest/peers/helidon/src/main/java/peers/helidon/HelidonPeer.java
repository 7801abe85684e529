package peers.helidon;

import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webclient.http1.Http1Client;
import io.helidon.webclient.http1.Http1ClientResponse;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The mashup by Helidon SE: a virtual thread for each request, and one for each request to a partner. */
public final class HelidonPeer {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration IDLE = Duration.ofMinutes(5);
    private static final int MAX_CONNECTIONS = 20_000;
    private static final int BACKLOG = 4096;

    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> partners;
    private final Http1Client client = Http1Client.builder()
            .shareConnectionCache(false)
            .connectionCacheSize(MAX_CONNECTIONS)
            .connectTimeout(TIMEOUT)
            .readTimeout(TIMEOUT)
            .followRedirects(false)
            .build();

    private HelidonPeer(List<String> partners) {
        this.partners = partners;
    }

    /** Arguments: the port, or 0 for a free one, and the base URL of each partner. */
    public static void main(String[] arguments) {
        HelidonPeer peer = new HelidonPeer(List.of(arguments).subList(1, arguments.length));
        WebServer server = WebServer.builder()
                .host("127.0.0.1")
                .port(Integer.parseInt(arguments[0]))
                .backlog(BACKLOG)
                .idleConnectionTimeout(IDLE)
                .routing(routing -> routing.get("/fanout", peer::fanout))
                .build()
                .start();
        System.out.printf("listening at http://127.0.0.1:%d/%n", server.port());
    }

    private void fanout(ServerRequest request, ServerResponse response) throws InterruptedException {
        int count = Integer.parseInt(request.query().get("c"));
        String delay = request.query().get("delay");
        List<Future<JsonNode>> documents = IntStream.range(0, count)
                .mapToObj(i -> calls.submit(() -> document(i, delay)))
                .toList();
        ObjectNode merged = JSON.createObjectNode();
        try {
            for (int i = 0; i < count; i++) {
                merged.set("p" + i, documents.get(i).get());
            }
        } catch (ExecutionException x) {
            response.status(Status.BAD_GATEWAY_502).send(String.valueOf(x.getCause()));
            return;
        }
        response.header(HeaderValues.CONTENT_TYPE_JSON).send(JSON.writeValueAsBytes(merged));
    }

    private JsonNode document(int i, String delay) {
        try (Http1ClientResponse response = client.get(partners.get(i % partners.size()) + "/partner/" + i)
                .queryParam("delay", delay)
                .request()) {
            if (response.status() != Status.OK_200) {
                throw new IllegalStateException("status " + response.status());
            }
            return JSON.readTree(response.as(byte[].class));
        }
    }
}
