package dev.medley.server.internal.cli;

import java.net.URI;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request that shows something of a server.
 *
 * @param path with its query
 * @param body in JSON; null for a GET
 */
record ExampleRequest(String path, @Nullable String body) {

    static ExampleRequest get(String path) {
        return new ExampleRequest(path, null);
    }

    String method() {
        return body == null ? "GET" : "POST";
    }

    /** Returns it for {@code server}. */
    HttpRequest at(URI server) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path));
        return body == null
                ? request.build()
                : request.header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
    }
}
