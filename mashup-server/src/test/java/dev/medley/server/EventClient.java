package dev.medley.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A client of an event stream, which reads one event after another. */
final class EventClient implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final HttpResponse<InputStream> response;
    private final BufferedReader in;

    private EventClient(HttpResponse<InputStream> response) {
        this.response = response;
        in = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** Opens a stream, with header fields as names and values. */
    static EventClient open(URI server, HttpClient.Version version, String path, String... fields) throws Exception {
        return open(CLIENT, server, version, path, fields);
    }

    /** As above, by a client that trusts the server. */
    static EventClient open(HttpClient by, URI server, HttpClient.Version version, String path, String... fields)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .version(version)
                .header("Accept", "text/event-stream");
        if (fields.length > 0) {
            request.headers(fields);
        }
        return new EventClient(by.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
    }

    HttpResponse<InputStream> response() {
        return response;
    }

    /** Returns the next event: its fields, by their names; none at the end of the stream. Comments are left out. */
    Map<String, String> next() throws IOException {
        Map<String, String> event = new LinkedHashMap<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isEmpty() && !event.isEmpty()) {
                return event;
            }
            int colon = line.indexOf(": ");
            if (colon > 0) {
                event.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        return event;
    }

    @Override
    public void close() throws IOException {
        response.body().close();
    }
}
