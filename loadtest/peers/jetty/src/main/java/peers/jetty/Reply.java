package peers.jetty;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The merged documents as the body of a response. */
final class Reply {

    private static final JsonMapper JSON = JsonMapper.shared();

    private Reply() {}

    /** Writes the documents, all of which are there. */
    static void write(HttpServletResponse response, List<CompletableFuture<JsonNode>> documents) throws IOException {
        ObjectNode merged = JSON.createObjectNode();
        for (int i = 0; i < documents.size(); i++) {
            merged.set("p" + i, documents.get(i).join());
        }
        byte[] body = JSON.writeValueAsBytes(merged);
        response.setContentType("application/json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
