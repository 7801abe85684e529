package peers.jetty;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** No thread waits: the thread that reads the last response writes the reply. */
final class AsyncFanout extends HttpServlet {

    private static final long serialVersionUID = 1;
    private static final long TIMEOUT_MILLIS = 35_000;

    private final transient Partners partners;

    AsyncFanout(Partners partners) {
        this.partners = partners;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        AsyncContext async = request.startAsync();
        async.setTimeout(TIMEOUT_MILLIS);
        List<CompletableFuture<JsonNode>> documents =
                partners.get(Integer.parseInt(request.getParameter("c")), request.getParameter("delay"));
        CompletableFuture.allOf(documents.toArray(CompletableFuture[]::new))
                .thenRun(() -> write(response, documents))
                .exceptionally(x -> fail(response, x))
                .whenComplete((done, x) -> async.complete());
    }

    private static void write(HttpServletResponse response, List<CompletableFuture<JsonNode>> documents) {
        try {
            Reply.write(response, documents);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private static Void fail(HttpServletResponse response, Throwable failure) {
        try {
            response.sendError(HttpServletResponse.SC_BAD_GATEWAY, failure.toString());
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return null;
    }
}
