package dev.medley.js;

import dev.medley.server.MedleyServer;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.script.Engines;
import dev.medley.server.internal.script.OpenScripts;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A server with scripts and two stub partners, {@code a} and {@code b}. */
final class ScriptServer implements AutoCloseable {

    /** Never closed: the tests of a JVM share the engine, whose first context takes a second. */
    @SuppressWarnings("UnusedVariable")
    private static final OpenScripts WARM = Engines.ofClassPath()
            .orElseThrow()
            .open(List.of(), ServerConfiguration.READER.parse("warm", "partners: {}", Map.of(), Map.of()));

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path folder;
    private final PartnerStubs stubs;
    private final MedleyServer server;

    private ScriptServer(Path folder, Consumer<MedleyServer.Builder> change) throws IOException {
        this.folder = folder;
        stubs = PartnerStubs.builder().ports(0, 0).start();
        try {
            MedleyServer.Builder builder = MedleyServer.builder()
                    .port(0)
                    .partner("a", stubs.uris().get(0).toString())
                    .partner("b", stubs.uris().get(1).toString())
                    .settings(settings -> settings.drain(Duration.ZERO))
                    .scripts(folder);
            change.accept(builder);
            server = builder.start();
        } catch (IOException | RuntimeException | Error x) {
            close(folder);
            stubs.close();
            throw x;
        }
    }

    /** Starts a server with one script, at {@code /}, of which {@code body} is the body of the function. */
    static ScriptServer of(String body) throws IOException {
        return start(script("/s", body), change -> {});
    }

    /** Returns the text of a script. */
    static String script(String path, String body) {
        return """
                export const path = '%s';
                export default async (request, {partners, missing, snapshot, publish}) => {
                %s
                };
                """.formatted(path, body);
    }

    static ScriptServer start(String script, Consumer<MedleyServer.Builder> change) throws IOException {
        Path folder = Files.createTempDirectory("scripts");
        Files.writeString(folder.resolve("s.mjs"), script);
        return new ScriptServer(folder, change);
    }

    static ScriptServer start(Path folder, Consumer<MedleyServer.Builder> change) throws IOException {
        return new ScriptServer(folder, change);
    }

    MedleyServer server() {
        return server;
    }

    PartnerStubs stubs() {
        return stubs;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> sendAsync(String path) {
        return client.sendAsync(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    URI uri(String path) {
        return server.uri().resolve(path);
    }

    @Override
    public void close() throws IOException {
        server.close();
        stubs.close();
        close(folder);
    }

    private static void close(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(each);
            }
        }
    }
}
