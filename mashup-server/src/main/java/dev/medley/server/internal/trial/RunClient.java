package dev.medley.server.internal.trial;

import dev.medley.server.recording.RecordedBody;
import dev.medley.server.recording.RunReply;
import dev.medley.server.recording.RunRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Sends requests to a server on this machine, over HTTP/1.1, without following redirects. */
final class RunClient implements AutoCloseable {

    /** The bytes of a reply that are kept. */
    static final int MAX_KEPT = 16 << 20;

    private final URI server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    RunClient(URI server) {
        this.server = server;
    }

    /**
     * Sends a request, and waits for the end of its reply, which the deadline of the mashup bounds.
     *
     * @throws IllegalArgumentException if it cannot be sent
     * @throws IOException if there is no reply, or only a part of one
     */
    RunReply send(RunRequest request) throws IOException, InterruptedException {
        HttpRequest.Builder built = HttpRequest.newBuilder(URI.create(server + request.target()))
                .method(
                        request.method(),
                        request.body() == null
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofByteArray(request.body().bytes()));
        request.headers().forEach((name, values) -> values.forEach(value -> built.header(name, value)));
        try {
            HttpResponse<InputStream> response = client.send(built.build(), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return new RunReply(response.statusCode(), response.headers().map(), read(body));
            }
        } catch (IOException x) {
            throw new IOException("no complete reply to %s: %s".formatted(request, x.getMessage()), x);
        }
    }

    private static RecordedBody read(InputStream body) throws IOException {
        byte[] kept = body.readNBytes(MAX_KEPT);
        long rest = body.transferTo(OutputStream.nullOutputStream());
        return rest == 0 ? RecordedBody.of(kept) : RecordedBody.startOf(kept, kept.length + rest);
    }

    /** Closes its connections at once, from Java 21 on; before, they are closed when it is collected as garbage. */
    @Override
    public void close() {
        if (client instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception x) {
                throw new IllegalStateException("the client did not close: " + x, x);
            }
        }
    }
}
