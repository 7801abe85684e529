package dev.medley.server;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.server.reload.ReloadReport;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server with a configuration file that tests change, and partners that answer with their names. */
final class ReloadRig {

    private static final String SERVER = "server: {host: 127.0.0.1, port: 0, admin: {port: 0}, access-log: false%s}\n";

    private final Path file;
    private final List<AutoCloseable> open = new ArrayList<>();

    ReloadRig(Path folder) {
        file = folder.resolve("medley.yaml");
    }

    Path file() {
        return file;
    }

    /** Starts stubs that answer with {@code name}. */
    PartnerStubs partner(String name) {
        PartnerStubs stubs = PartnerStubs.builder()
                .threads(2)
                .recorded(0)
                .answer("GET", "/who", 200, '"' + name + '"')
                .start();
        open.add(stubs);
        return stubs;
    }

    /** Writes the file: settings of the server, each after a comma, and the partners "first" and "second". */
    void write(String server, String first, String second) throws IOException {
        write(server, "  first: {%s}\n  second: {%s}\n".formatted(first, second));
    }

    /** Writes the file: settings of the server, each after a comma, and any partners. */
    void write(String server, String partners) throws IOException {
        Files.writeString(file, SERVER.formatted(server) + (partners.isEmpty() ? "" : "partners:\n" + partners));
    }

    /** Adds sections to the file. */
    void append(String sections) throws IOException {
        Files.writeString(file, sections, StandardOpenOption.APPEND);
    }

    /** Returns the settings of a partner. */
    static String at(PartnerStubs partner) {
        return "url: '" + partner.uri() + "'";
    }

    /** Starts a server with the file as it is. */
    RunningServer start(MashupServlet... mashups) throws IOException {
        ServerBuilder builder = new ServerBuilder();
        for (MashupServlet mashup : mashups) {
            builder.mashup(mashup);
        }
        return start(builder);
    }

    /** As above, with the mashups of {@code builder}. */
    RunningServer start(ServerBuilder builder) throws IOException {
        ConfigurationFile source = new ConfigurationFile(file, Map.of(), Map.of());
        Configuration configuration = source.read();
        RunningServer server = builder.configuration(configuration, source).start();
        open.add(server);
        return server;
    }

    static ReloadReport reload(RunningServer server) throws Exception {
        return server.reload("test").toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    static HttpResponse<String> post(URI uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }
}
