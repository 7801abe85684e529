package dev.medley.server.internal.tls;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ServerSettings;
import dev.medley.config.TlsSettings;
import dev.medley.thread.internal.Clock;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** TLS of the connectors of one server. Its files are read by a thread of its own, because a file system may block. */
public final class ConnectorsTls implements AutoCloseable {

    /** The connector of the mashups. */
    public static final String MASHUPS = "mashups";

    /** The connector of administration. */
    public static final String ADMINISTRATION = "administration";

    private final Map<String, ServerTls> connectors = new LinkedHashMap<>();
    private final ThreadPoolExecutor readers = FileThread.named("medley-certificates");

    private ConnectorsTls(ServerSettings settings, Supplier<Instant> now) throws IOException {
        add(MASHUPS, "server.tls", settings.tls(), now);
        add(ADMINISTRATION, "server.admin.tls", settings.adminTls(), now);
    }

    /**
     * Reads the files of the connectors that have TLS.
     *
     * @throws IOException if one cannot be used; the message has key, file, fault and what is expected
     */
    public static ConnectorsTls open(ServerSettings settings) throws IOException {
        return new ConnectorsTls(settings, Instant::now);
    }

    private void add(String connector, String key, TlsSettings settings, Supplier<Instant> now) throws IOException {
        if (settings.enabled()) {
            connectors.put(connector, ServerTls.open(key, settings, now, readers));
        }
    }

    /** Returns TLS of a connector; null if it has none. */
    public @Nullable ServerTls of(String connector) {
        return connectors.get(connector);
    }

    /** Returns the state of each connector that has TLS, by its name. */
    public Map<String, TlsState> state() {
        Map<String, TlsState> state = new LinkedHashMap<>();
        connectors.forEach((connector, tls) -> state.put(connector, tls.state()));
        return state;
    }

    /**
     * Reads the files of other settings, for connectors that have TLS with both. Blocks meanwhile.
     *
     * @return brings them into effect, for handshakes that begin from then on
     * @throws ConfigurationException if a file cannot be used; the message has key, file, fault and what is expected
     */
    public Runnable prepare(ServerSettings settings) {
        List<Runnable> changes = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        connectors.forEach((connector, tls) -> {
            try {
                changes.add(tls.prepare(connector.equals(MASHUPS) ? settings.tls() : settings.adminTls()));
            } catch (IOException x) {
                problems.add(String.valueOf(x.getMessage()));
            }
        });
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return () -> changes.forEach(Runnable::run);
    }

    /** Begins to look at the files. */
    public void start(Clock clock) {
        connectors.values().forEach(tls -> tls.start(clock));
    }

    @Override
    public void close() {
        connectors.values().forEach(ServerTls::close);
        readers.shutdownNow();
    }
}
