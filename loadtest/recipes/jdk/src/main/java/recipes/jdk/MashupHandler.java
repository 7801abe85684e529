package recipes.jdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import recipes.jdk.Mashup.Reply;

/** Methods, parameters, and failures as problem documents: what the JDK's server leaves to the application. */
// recipe shared begin
record MashupHandler(String method, String path, Mashup mashup) implements HttpHandler {

    private static final Logger LOG = LoggerFactory.getLogger(MashupHandler.class);

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Reply reply = reply(exchange);
            reply.fields().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
            exchange.getResponseBody().write(reply.body());
        }
    }

    private Reply reply(HttpExchange exchange) {
        if (!exchange.getRequestURI().getPath().equals(path)) {
            return problem(404, "Not Found", "no mashup at this path");
        } else if (!exchange.getRequestMethod().equals(method)) {
            exchange.getResponseHeaders().set("Allow", method);
            return problem(405, "Method Not Allowed", "expected " + method);
        }
        try {
            return mashup.handle(new Mashup.Request(
                    exchange, parameters(exchange.getRequestURI().getRawQuery())));
        } catch (PartnerException x) {
            LOG.warn("{}", x.getMessage());
            return x.reason().equals("timeout")
                    ? problem(504, "Gateway Timeout", x.getMessage())
                    : problem(502, "Bad Gateway", x.getMessage());
        } catch (IllegalArgumentException x) {
            return problem(400, "Bad Request", x.getMessage());
        } catch (Exception x) {
            LOG.error("{} {} failed", method, path, x);
            return problem(500, "Internal Server Error", "the mashup failed");
        }
    }

    private static Reply problem(int status, String title, String detail) {
        return Reply.json(
                status, "application/problem+json", Map.of("status", status, "title", title, "detail", detail));
    }

    private static Map<String, List<String>> parameters(String query) {
        Map<String, List<String>> parameters = new HashMap<>();
        for (String pair : query == null ? new String[0] : query.split("&")) {
            String[] parts = pair.split("=", 2);
            parameters
                    .computeIfAbsent(URLDecoder.decode(parts[0], UTF_8), name -> new ArrayList<>())
                    .add(parts.length == 1 ? "" : URLDecoder.decode(parts[1], UTF_8));
        }
        return parameters;
    }
}
// recipe shared end
