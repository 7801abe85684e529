package dev.medley.server.tls;

import dev.medley.config.ServerSettings;
import dev.medley.config.TlsSettings;
import dev.medley.thread.Clock;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** TLS of the connectors of one server. Its files are read by a thread of its own, as a file system may block. */
public final class ConnectorsTls implements AutoCloseable {

    /** The connector of the mashups. */
    public static final String MASHUPS = "mashups";

    /** The connector of administration. */
    public static final String ADMINISTRATION = "administration";

    private static final long KEEP_SECONDS = 1;

    private final Map<String, ServerTls> connectors = new LinkedHashMap<>();
    private final ThreadPoolExecutor readers = new ThreadPoolExecutor(
            0,
            1,
            KEEP_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            job -> {
                Thread thread = new Thread(job, "medley-certificates");
                thread.setDaemon(true);
                return thread;
            },
            // At the end: what is not read any more is of no use.
            new ThreadPoolExecutor.DiscardPolicy());

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
