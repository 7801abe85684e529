package dev.medley.server.internal.cli.topic;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import tools.jackson.databind.JsonNode;

/**
 * The topics of a server, for its clients. Thread-safe.
 *
 * @param url of the topics, such as {@code http://127.0.0.1:8080/topics}
 * @param fields of each request
 */
record TopicServer(URI url, HttpClient client, Map<String, List<String>> fields) {

    private static final Duration FIRST_DELAY = Duration.ofMillis(200);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(10);
    private static final int TIMEOUT = 408;
    private static final int TOO_MANY = 429;
    private static final int FAULT_OF_SERVER = 500;

    /** Begins a request concerning {@code subject}, with a query or an empty text. */
    HttpRequest.Builder request(String subject, String query) {
        String escaped = URLEncoder.encode(subject, StandardCharsets.UTF_8);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/" + escaped + query));
        fields.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        return request;
    }

    /** Returns the failure of a request, with the address. */
    IOException failure(IOException failure) {
        String reason = failure.getMessage();
        if (failure instanceof ConnectException) {
            reason = "the connection is refused";
        } else if (reason == null) {
            reason = failure.getClass().getSimpleName();
        }
        return new IOException("%s: %s".formatted(url, reason), failure);
    }

    /** Returns the error for a reply other than 200. */
    IOException refusal(int status, String body) {
        String detail = "";
        try {
            JsonNode given =
                    Json.parse(body.getBytes(StandardCharsets.UTF_8)).tree().get("detail");
            detail = given == null ? "" : " " + given.asString("");
        } catch (MalformedJsonException notOfMedley) {
            // The status says what there is to say.
            detail = "";
        }
        return new IOException("%s: %d%s".formatted(url, status, detail));
    }

    /** Returns whether the same request may succeed later. */
    static boolean isPassing(int status) {
        return status == TIMEOUT || status == TOO_MANY || status >= FAULT_OF_SERVER;
    }

    /** Waits before it is tried again: exponential back-off with full jitter. */
    static void pause(int failures) throws InterruptedException {
        long bound = Math.min(LONGEST_DELAY.toMillis(), FIRST_DELAY.toMillis() << Math.min(failures, 16));
        Thread.sleep(ThreadLocalRandom.current().nextLong(bound));
    }
}
