package dev.medley.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of a server, and its replies. */
final class Replies {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Replies() {}

    static HttpResponse<String> get(URI server, String path) {
        return getLater(server, path).join();
    }

    static CompletableFuture<HttpResponse<String>> getLater(URI server, String path) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(server + path)).build(), BodyHandlers.ofString());
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }
}
