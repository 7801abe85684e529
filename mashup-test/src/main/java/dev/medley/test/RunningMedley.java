package dev.medley.test;

import dev.medley.server.MedleyServer;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A server with its stubs, between start and close. */
final class RunningMedley implements AutoCloseable {

    /** The root of Jetty's loggers in java.util.logging, kept, because levels of loggers without references are lost. */
    private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

    private final Map<String, PartnerStubs> stubs;
    private final MedleyServer server;
    private final TestClient client = new TestClient();

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

    void reset() {
        stubs.values().forEach(PartnerStubs::reset);
    }

    @Override
    public void close() {
        server.close();
        close(stubs);
    }

    private static void close(Map<String, PartnerStubs> stubs) {
        stubs.values().forEach(PartnerStubs::close);
    }
}
