package dev.medley.server.run;

import dev.medley.config.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.MedleyServer;
import dev.medley.server.mashups.MashupSource;
import dev.medley.server.mashups.OpenMashups;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A server on free ports of the loopback address for runs of its mashups, with the partners of its configuration or with stubs. */
public final class RunServer implements AutoCloseable {

    private final Configuration configuration;
    private final Map<String, PartnerStubs> stubs;
    private final MedleyServer server;
    private final Runs runs;
    private final List<String> paths;

    private RunServer(Configuration configuration, Map<String, PartnerStubs> stubs, Opening source) throws IOException {
        this.configuration = configuration;
        this.stubs = stubs;
        server = MedleyServer.builder().mashups(source).start(RunConfiguration.local(configuration));
        runs = new Runs(server);
        paths = source.paths;
    }

    /**
     * Starts a server.
     *
     * @throws dev.medley.config.ConfigurationException if a mashup is wrong
     * @throws IOException if it cannot start
     */
    public static RunServer start(Configuration configuration, MashupSource mashups)
            throws IOException, InterruptedException {
        return new RunServer(configuration, Map.of(), new Opening(mashups)).warmed();
    }

    /** As {@link #start}, with stubs in place of all partners. */
    public static RunServer startWithStubs(Configuration configuration, MashupSource mashups)
            throws IOException, InterruptedException {
        Map<String, PartnerStubs> stubs = new LinkedHashMap<>();
        try {
            Map<String, URI> uris = new LinkedHashMap<>();
            for (PartnerSettings partner : configuration.partners()) {
                PartnerStubs started = PartnerStubs.builder().start();
                stubs.put(partner.name(), started);
                uris.put(partner.name(), started.uri());
            }
            Configuration stubbed = Examples.named(RunConfiguration.stubbed(configuration, uris));
            return new RunServer(stubbed, stubs, new Opening(mashups)).warmed();
        } catch (IOException | InterruptedException | RuntimeException | Error x) {
            stubs.values().forEach(PartnerStubs::close);
            throw x;
        }
    }

    private RunServer warmed() throws IOException, InterruptedException {
        try {
            WarmUp.run();
            return this;
        } catch (IOException | InterruptedException | RuntimeException | Error x) {
            close();
            throw x;
        }
    }

    /** Returns the paths of the mashups, or their templates. */
    public List<String> paths() {
        return paths;
    }

    /** Returns the runs of its mashups. */
    public Runs runs() {
        return runs;
    }

    /**
     * Has the stubs answer the exchanges of a declared mashup by their examples.
     *
     * @return this object
     * @throws dev.medley.config.ConfigurationException with each exchange that has none, and its place
     * @throws IllegalArgumentException if the mashup is not a declared one
     */
    public RunServer answerByExamples(String template) {
        Examples examples = Examples.of(configuration, template);
        stubs.values().forEach(stub -> stub.answerAll(examples::answer));
        return this;
    }

    /** As {@link Runs#replay(Recording, Map)}. */
    public Replayed<RunReply> replay(Recording recording) throws IOException, InterruptedException {
        return runs.replay(recording, stubs);
    }

    @Override
    public void close() {
        try {
            runs.close();
        } finally {
            server.close();
            stubs.values().forEach(PartnerStubs::close);
        }
    }

    /** Keeps the paths of the mashups that are opened. */
    private static final class Opening implements MashupSource {

        private final MashupSource source;
        private List<String> paths = List.of();

        Opening(MashupSource source) {
            this.source = source;
        }

        @Override
        public OpenMashups open(Configuration configuration) {
            OpenMashups opened = source.open(configuration);
            paths = opened.paths();
            return opened;
        }

        @Override
        public String look() {
            return source.look();
        }
    }
}
