package dev.medley.loadtest.experiment.peers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Compares the replies of a server with the documents of the partners, merged. */
final class ReplyCheck {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int OK = 200;
    private static final int SHOWN = 200;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final List<String> partners;

    /** @param partners the URL of each, in the order in which they are called */
    ReplyCheck(List<String> partners) {
        this.partners = List.copyOf(partners);
    }

    /**
     * Requests a mashup once and compares.
     *
     * @return the length of the reply's body in bytes
     * @throws WrongReplyException if the reply is another
     */
    int check(URI server, int calls, int delayMillis) throws IOException, InterruptedException {
        HttpResponse<byte[]> reply = get(server.resolve(PeerSetting.path(calls, delayMillis)));
        String type = reply.headers().firstValue("Content-Type").orElse("none");
        if (reply.statusCode() != OK || !type.startsWith("application/json")) {
            throw new WrongReplyException("status %d, Content-Type %s; expected 200 and application/json"
                    .formatted(reply.statusCode(), type));
        }
        ObjectNode expected = JSON.createObjectNode();
        for (int i = 0; i < calls; i++) {
            URI partner = URI.create(partners.get(i % partners.size()));
            expected.set("p" + i, parse(get(partner.resolve("/partner/%d?delay=0".formatted(i)))));
        }
        JsonNode actual = parse(reply);
        if (!actual.equals(expected)) {
            throw new WrongReplyException("the document is %s; expected %s".formatted(start(actual), start(expected)));
        }
        return reply.body().length;
    }

    private HttpResponse<byte[]> get(URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(), BodyHandlers.ofByteArray());
    }

    private static JsonNode parse(HttpResponse<byte[]> response) throws WrongReplyException {
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException x) {
            throw new WrongReplyException("the body is not JSON: " + x.getOriginalMessage(), x);
        }
    }

    private static String start(JsonNode document) {
        String text = document.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    /** A server that does not answer the mashup as the others do. */
    static final class WrongReplyException extends IOException {

        private static final long serialVersionUID = 1;

        WrongReplyException(String message) {
            super(message);
        }

        WrongReplyException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
