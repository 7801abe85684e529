package dev.medley.war;

import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The product's WAR, unpacked, and the partners for its mashups. */
final class Product implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private final PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
    private final Path scratch;
    private final WarFolder war;

    Product(Path scratch) throws IOException {
        this.scratch = scratch;
        war = WarFolder.ofProduct(scratch.resolve("product"));
    }

    WarFolder war() {
        return war;
    }

    PartnerStubs stubs() {
        return stubs;
    }

    /** A container with the product in it, whose configuration begins with {@code server}. */
    Container start(Container.Kind kind, String server) throws Exception {
        return start(kind, Map.of("medley.config", configuration(server)));
    }

    /** A container with the product in it. */
    Container start(Container.Kind kind, Map<String, String> parameters) throws Exception {
        return kind.start(war, Files.createTempDirectory(scratch, "container"), parameters);
    }

    /**
     * The path of a configuration that begins with {@code server}, serves the samples unless that has no braces, and has the
     * stubs as partners.
     */
    String configuration(String server) throws IOException {
        return configuration(server, "");
    }

    /** The same, which ends with the section {@code mashups}. */
    String configuration(String server, String mashups) throws IOException {
        String url = "{url: '" + stubs.uri() + "'}\n";
        Path file = Files.createTempFile(scratch, "medley", ".yaml");
        String section = server.isEmpty() ? "server: {samples: true}\n" : server.replace("{", "{samples: true, ");
        String partners = "partners:\n  weather: " + url + "  hotels: " + url + "  news: " + url;
        return Files.writeString(file, section + partners + mashups).toString();
    }

    static HttpResponse<String> get(Container container, String target) throws Exception {
        return CLIENT.send(request(container, target).build(), BodyHandlers.ofString());
    }

    /** Asks for a media type. */
    static HttpResponse<String> get(Container container, String target, String accept) throws Exception {
        return CLIENT.send(request(container, target).header("Accept", accept).build(), BodyHandlers.ofString());
    }

    static CompletableFuture<HttpResponse<String>> begin(Container container, String target) {
        return CLIENT.sendAsync(request(container, target).build(), BodyHandlers.ofString());
    }

    static HttpResponse<String> post(Container container, String target, String body) throws Exception {
        HttpRequest request = request(container, target)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(Container container, String target) {
        URI uri = URI.create("http://127.0.0.1:" + container.port() + Container.APPLICATION + target);
        return HttpRequest.newBuilder(uri).timeout(PATIENCE);
    }

    @Override
    public void close() {
        stubs.close();
    }
}
