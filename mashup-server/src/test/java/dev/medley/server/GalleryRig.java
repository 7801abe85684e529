package dev.medley.server;

import dev.medley.config.ExecutionMode;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.FanoutServlet;
import dev.medley.server.internal.samples.TripServlet;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.BrokerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The mashups of {@code config/gallery.yaml}, beside the servlets that two of them are equal to, in a server of each execution
 * mode, with a stub partner for each address of the gallery.
 */
final class GalleryRig {

    static final Path FILE = Path.of("../config/gallery.yaml");

    private static final int FIRST_PORT = 9001;

    private final List<PartnerStubs> stubs = Stream.generate(
                    () -> PartnerStubs.builder().threads(4).build())
            .limit(3)
            .toList();
    private final Map<ExecutionMode, RunningServer> servers = new EnumMap<>(ExecutionMode.class);

    /** Returns the modes that this JVM has. */
    static Stream<ExecutionMode> modes() {
        return Stream.of(ExecutionMode.values())
                .filter(mode -> mode != ExecutionMode.VIRTUAL || BrokerPool.virtualThreadsAvailable());
    }

    void start() {
        stubs.forEach(PartnerStubs::start);
        modes().forEach(mode -> servers.put(mode, start(mode)));
    }

    private RunningServer start(ExecutionMode mode) {
        Map<String, String> flags = new LinkedHashMap<>(Map.of(
                "server.host",
                "127.0.0.1",
                "server.port",
                "0",
                "server.admin.port",
                "0",
                "server.access-log",
                "false",
                "server.execution",
                mode.configured()));
        ServerConfiguration.READER
                .read(FILE, Map.of(), Map.of())
                .partners()
                .forEach(partner -> flags.put(
                        "partners." + partner.name() + ".url",
                        stubs(partner.url()).uri().toString()));
        try {
            return new ServerBuilder()
                    .mashup(new TripServlet())
                    .mashup(new FanoutServlet())
                    .start(ServerConfiguration.READER.read(FILE, Map.of(), flags));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private PartnerStubs stubs(URI url) {
        return stubs.get(url.getPort() - FIRST_PORT);
    }

    /** Returns the stub partner at the address of {@code partner}. */
    PartnerStubs stubs(String partner) {
        Configuration gallery = ServerConfiguration.READER.read(FILE, Map.of(), Map.of());
        return gallery.partners().stream()
                .filter(each -> each.name().equals(partner))
                .map(each -> stubs(each.url()))
                .findFirst()
                .orElseThrow();
    }

    /** Has all partners answer as usual. */
    void reset() {
        stubs.forEach(PartnerStubs::reset);
    }

    URI uri(ExecutionMode mode) {
        return Objects.requireNonNull(servers.get(mode)).uri();
    }

    HttpResponse<String> get(ExecutionMode mode, String path) {
        return Replies.get(uri(mode), path);
    }

    void close() {
        servers.values().forEach(RunningServer::close);
        stubs.forEach(PartnerStubs::close);
    }
}
