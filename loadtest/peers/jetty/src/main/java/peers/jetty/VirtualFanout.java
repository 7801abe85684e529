package peers.jetty;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import tools.jackson.databind.JsonNode;

/** The virtual thread of the request starts all requests to partners and waits for each. */
final class VirtualFanout extends HttpServlet {

    private static final long serialVersionUID = 1;

    private final transient Partners partners;

    VirtualFanout(Partners partners) {
        this.partners = partners;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<CompletableFuture<JsonNode>> documents =
                partners.get(Integer.parseInt(request.getParameter("c")), request.getParameter("delay"));
        try {
            CompletableFuture.allOf(documents.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException x) {
            response.sendError(HttpServletResponse.SC_BAD_GATEWAY, String.valueOf(x.getCause()));
            return;
        }
        Reply.write(response, documents);
    }
}
