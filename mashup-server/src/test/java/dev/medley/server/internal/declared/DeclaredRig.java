package dev.medley.server.internal.declared;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;

/** A server with declared mashups, and stub partners {@code a}, {@code b} and {@code c}. */
public final class DeclaredRig implements AutoCloseable {

    public final PartnerStubs a;
    public final PartnerStubs b;
    public final PartnerStubs c;
    public final RunningServer server;
    public final HttpClient client = HttpClient.newHttpClient();

    /** Starts a server whose configuration has {@code mashups} as that section, with 2 spaces before each path. */
    public DeclaredRig(String mashups) throws IOException {
        this(mashups, Map.of());
    }

    public DeclaredRig(String mashups, Map<String, String> settings) throws IOException {
        a = PartnerStubs.builder().start();
        b = PartnerStubs.builder().start();
        c = PartnerStubs.builder().start();
        Map<String, String> values = new LinkedHashMap<>();
        values.put("server.port", "0");
        values.put("server.host", "127.0.0.1");
        values.put("server.admin.port", "0");
        values.put("server.access-log", "false");
        values.put("partners.a.url", a.uri().toString());
        values.put("partners.b.url", b.uri().toString());
        values.put("partners.c.url", c.uri().toString());
        values.putAll(settings);
        Configuration configuration =
                ServerConfiguration.READER.parse("medley.yaml", "mashups:\n" + mashups, Map.of(), values);
        server = new ServerBuilder().start(configuration);
    }

    public HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers).build());
    }

    public HttpResponse<String> post(String path, String type, String body) throws IOException, InterruptedException {
        return send(request(path, "Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    public HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    @Override
    public void close() {
        server.close();
        a.close();
        b.close();
        c.close();
    }
}
