package dev.medley.test;

import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.MedleyServer;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.replay.Replayed;
import dev.medley.server.internal.trial.RunConfiguration;
import dev.medley.server.internal.trial.Runs;
import dev.medley.server.recording.Recording;
import dev.medley.server.recording.RunRequest;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A server with its stubs, between start and close. */
final class RunningMedley implements AutoCloseable {

    /** The root of Jetty's loggers in java.util.logging, kept, because levels of loggers without references are lost. */
    private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

    private final Map<String, PartnerStubs> stubs;
    private final MedleyServer server;
    private final TestClient client = new TestClient();
    /** Made when it is needed first, because the server keeps its observers. */
    private @Nullable Runs runs;

    private RunningMedley(Map<String, PartnerStubs> stubs, MedleyServer server) {
        this.stubs = stubs;
        this.server = server;
    }

    /**
     * Starts stubs and server.
     *
     * @throws UncheckedIOException if the server cannot start
     */
    static RunningMedley start(Plan plan) {
        // Jetty logs each start and stop; a level that the project has set stays.
        if (JETTY.getLevel() == null) {
            JETTY.setLevel(Level.WARNING);
        }
        Map<String, PartnerStubs> stubs = new LinkedHashMap<>();
        try {
            // A test that leaves a request behind does not wait for it at the end.
            MedleyServer.Builder server =
                    MedleyServer.builder().port(0).settings(settings -> settings.drain(Duration.ZERO));
            plan.server().forEach(change -> change.accept(server));
            if (plan.file() != null) {
                ServerBuilder.of(server).configuration(configuration(plan.file(), stubs));
                return new RunningMedley(stubs, server.start());
            }
            for (Plan.PartnerPlan partner : plan.partners()) {
                PartnerStubs started = partner.startStubs();
                stubs.put(partner.name(), started);
                server.partner(partner.settingsAt(started.uri()));
            }
            return new RunningMedley(stubs, server.start());
        } catch (IOException x) {
            close(stubs);
            throw new UncheckedIOException("the server of the test did not start: " + x.getMessage(), x);
        } catch (RuntimeException | Error x) {
            close(stubs);
            throw x;
        }
    }

    /** Returns the configuration of a file at stubs, which are started. */
    private static Configuration configuration(Path file, Map<String, PartnerStubs> stubs) {
        Configuration configuration = ServerConfiguration.READER.read(file, Map.of(), Map.of());
        Map<String, URI> uris = new LinkedHashMap<>();
        for (PartnerSettings each : configuration.partners()) {
            PartnerStubs started = PartnerStubs.builder().start();
            stubs.put(each.name(), started);
            uris.put(each.name(), started.uri());
        }
        return RunConfiguration.stubbed(RunConfiguration.local(configuration), uris);
    }

    MedleyServer server() {
        return server;
    }

    TestClient client() {
        return client;
    }

    PartnerStubs stubs(String partner) {
        PartnerStubs known = stubs.get(partner);
        if (known == null) {
            throw new IllegalArgumentException(
                    "no partner '%s': the partners of this MedleyExtension are %s".formatted(partner, stubs.keySet()));
        }
        return known;
    }

    Recording record(String path) {
        return awaited(() -> runs().record(path.split("\\?", 2)[0], RunRequest.get(path)));
    }

    HttpResponse<String> replay(Recording recording) {
        HttpRequest request = TestClient.request(server.uri(), recording.request());
        Replayed<HttpResponse<String>> replayed =
                awaited(() -> runs().replay(recording, stubs, () -> client.send(request)));
        if (!replayed.differences().isEmpty()) {
            throw new AssertionError(
                    "the run differs from the recording:\n  " + String.join("\n  ", replayed.differences()));
        }
        return replayed.reply();
    }

    private static <T> T awaited(Runs.Sending<T> run) {
        try {
            return run.send();
        } catch (IOException x) {
            throw new UncheckedIOException(x.getMessage(), x);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited for the reply", x);
        }
    }

    private synchronized Runs runs() {
        Runs made = runs;
        if (made == null) {
            made = new Runs(server.broker(), server.uri());
            runs = made;
        }
        return made;
    }

    void reset() {
        stubs.values().forEach(PartnerStubs::reset);
    }

    @Override
    public synchronized void close() {
        if (runs != null) {
            runs.close();
        }
        server.close();
        close(stubs);
    }

    private static void close(Map<String, PartnerStubs> stubs) {
        stubs.values().forEach(PartnerStubs::close);
    }
}
