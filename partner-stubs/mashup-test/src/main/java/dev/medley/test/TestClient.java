package dev.medley.test;

import dev.medley.server.recording.RunRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The client of the tests, over HTTP/1.1, without redirects. */
final class TestClient {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static HttpRequest.Builder request(URI server, String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("the path is '%s', but must begin with /".formatted(path));
        }
        return HttpRequest.newBuilder(URI.create(server + path)).timeout(TIMEOUT);
    }

    /** Returns a request as it was recorded. */
    static HttpRequest request(URI server, RunRequest recorded) {
        HttpRequest.Builder request = request(server, recorded.target())
                .method(
                        recorded.method(),
                        recorded.body() == null
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofByteArray(recorded.body().bytes()));
        recorded.headers().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        return request.build();
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException x) {
            throw new UncheckedIOException("no reply to %s %s: %s".formatted(request.method(), request.uri(), x), x);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited for the reply", x);
        }
    }
}
