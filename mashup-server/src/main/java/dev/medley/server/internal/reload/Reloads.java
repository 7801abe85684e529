package dev.medley.server.internal.reload;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.ConfigurationChange;
import dev.medley.server.internal.tls.FileThread;
import dev.medley.server.reload.ReloadReport;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.RepeatedLook;
import dev.medley.tls.internal.FileFingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the configuration of a running server again, when asked to, or when a file has changed, on a thread of its own.
 * Thread-safe.
 *
 * <p>A change of the files is reloaded once two looks in a row have found them alike: half a file may be valid by chance.
 */
public final class Reloads implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Reloads.class);
    private static final String SHUTTING_DOWN = "the server is shutting down";

    private final ConfigurationFile file;
    private final Function<Configuration, ConfigurationChange> server;
    private final Function<Configuration, String> further;
    private final ThreadPoolExecutor thread = FileThread.named("medley-reload");
    /** The reload that has been asked for and has not begun; null if there is none. */
    private final AtomicReference<@Nullable CompletableFuture<ReloadReport>> awaited = new AtomicReference<>();

    private volatile ReloadState state = ReloadState.NONE;
    private volatile @Nullable RepeatedLook looks;
    private volatile boolean closed;

    /** The configuration that was read last, in effect or refused, which names further files. Used as the next two. */
    private Configuration latest;
    /** The fingerprint of the files that were read last. Used by the thread only, once it has started, as is the next one. */
    private String used;
    /** The fingerprint that the last look has found, if that was another one. */
    private String found = "";

    /**
     * Creates the reloads of a server whose configuration has just been read. Reads the file once more, for its fingerprint.
     *
     * @param file of the configuration
     * @param server brings a configuration into effect, or throws {@link ConfigurationException}
     * @param first the configuration
     * @param further returns a text that is another one after further files, those of a configuration, have changed
     * @param furtherAtStart that text, as it was when those files were read
     */
    public Reloads(
            ConfigurationFile file,
            Function<Configuration, ConfigurationChange> server,
            Configuration first,
            Function<Configuration, String> further,
            String furtherAtStart) {
        this.file = file;
        this.server = server;
        this.further = further;
        latest = first;
        // The file has been read; what changes while the server starts is noticed by the first looks.
        used = fingerprint(furtherAtStart);
    }

    /** Begins to look at the files, every {@code interval}; zero for not at all. */
    public void start(Clock clock, Duration interval) {
        if (!interval.isZero()) {
            RepeatedLook made = RepeatedLook.of("look for changed configuration", clock, interval, thread, this::look);
            looks = made;
            made.start(interval);
            if (closed) {
                made.close();
            }
        }
    }

    private boolean look() {
        String now = fingerprint(further.apply(latest));
        if (!now.equals(used) && now.equals(found)) {
            run("the files have changed");
        }
        found = now;
        return true;
    }

    private String fingerprint(String others) {
        return FileFingerprint.of(List.of(file.path())) + others;
    }

    /**
     * Reads the file again, soon. By any thread; does not block.
     *
     * @param cause of the reload, for the log
     * @return a stage of the report, which is the same for all calls until the reading begins; it fails once the server is closed
     */
    public CompletionStage<ReloadReport> reload(String cause) {
        CompletableFuture<ReloadReport> asked = new CompletableFuture<>();
        CompletableFuture<ReloadReport> earlier = awaited.compareAndExchange(null, asked);
        if (earlier != null) {
            return earlier.minimalCompletionStage();
        }
        thread.execute(() -> {
            // Before the reading: who asks from now on may have written a file since.
            awaited.set(null);
            try {
                asked.complete(run(cause));
            } catch (RuntimeException | Error x) {
                asked.completeExceptionally(x);
                throw x;
            }
        });
        if (closed) {
            refuse(asked);
        }
        return asked.minimalCompletionStage();
    }

    private static void refuse(CompletableFuture<ReloadReport> asked) {
        asked.completeExceptionally(new IllegalStateException(SHUTTING_DOWN));
    }

    private ReloadReport run(String cause) {
        // Before the content: what changes in between is noticed by the next look.
        String own = FileFingerprint.of(List.of(file.path()));
        used = own + further.apply(latest);
        ReloadReport report;
        try {
            latest = file.read();
            // It may name other files; where it is refused, too: one of them may be what is missing.
            used = own + further.apply(latest);
            report = applied(cause, server.apply(latest));
        } catch (ConfigurationException x) {
            report = refused(cause, x.problems());
        } catch (RuntimeException x) {
            if (closed) {
                report = refused(cause, List.of(SHUTTING_DOWN));
            } else {
                LOG.error("internal error in a reload", x);
                report = refused(cause, List.of("internal error: " + x));
            }
        }
        state = state.after(report);
        log(report);
        return report;
    }

    private static ReloadReport applied(String cause, ConfigurationChange change) {
        return new ReloadReport(true, cause, Instant.now(), change.changed(), change.needRestart(), List.of());
    }

    private static ReloadReport refused(String cause, List<String> problems) {
        return new ReloadReport(false, cause, Instant.now(), List.of(), List.of(), problems);
    }

    private static void log(ReloadReport report) {
        if (!report.applied()) {
            LOG.warn(
                    "the configuration is not reloaded ({}), the old one stays: {}",
                    report.cause(),
                    String.join("; ", report.problems()));
            return;
        }
        LOG.info("the configuration is reloaded ({}); changed: {}", report.cause(), shown(report.changed()));
        if (!report.needRestart().isEmpty()) {
            LOG.warn("needs a restart to change: {}", shown(report.needRestart()));
        }
    }

    private static String shown(List<String> keys) {
        return keys.isEmpty() ? "nothing" : String.join(", ", keys);
    }

    /** Returns the reloads up to now. */
    public ReloadState state() {
        return state;
    }

    /** Ends the looks; a reload that has been asked for and has not begun does not take place. */
    @Override
    public void close() {
        closed = true;
        RepeatedLook made = looks;
        if (made != null) {
            made.close();
        }
        thread.shutdownNow();
        CompletableFuture<ReloadReport> unanswered = awaited.getAndSet(null);
        if (unanswered != null) {
            refuse(unanswered);
        }
    }
}
