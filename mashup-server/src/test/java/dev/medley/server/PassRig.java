package dev.medley.server;

import dev.medley.config.ExecutionMode;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A server with declared mashups that pass on what the partner {@code api} replies, which the test plays by hand. */
final class PassRig implements AutoCloseable {

    final PartnerByHand partner;
    final RunningServer server;

    /** Starts a server whose configuration has {@code mashups} as that section, with 2 spaces before each path. */
    PassRig(ExecutionMode mode, String mashups) throws IOException {
        this(mode, mashups, "", Map.of());
    }

    PassRig(ExecutionMode mode, String mashups, String basePath, Map<String, String> settings) throws IOException {
        partner = PartnerByHand.open();
        Map<String, String> values = new LinkedHashMap<>(Map.of(
                "server.drain", "0ms",
                "server.port", "0",
                "server.host", "127.0.0.1",
                "server.admin.port", "0",
                "server.access-log", "false",
                "server.execution", mode.configured(),
                "partners.api.url", partner.url() + basePath));
        values.putAll(settings);
        Configuration configuration =
                ServerConfiguration.READER.parse("medley.yaml", "mashups:\n" + mashups, Map.of(), values);
        server = new ServerBuilder().start(configuration);
    }

    ClientSocket client() throws IOException {
        return ClientSocket.to(server);
    }

    @Override
    public void close() throws IOException {
        try {
            server.close();
        } finally {
            partner.close();
        }
    }
}
