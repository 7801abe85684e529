package dev.medley.server.internal.trial;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.server.internal.replay.Replayed;
import dev.medley.server.recording.Recording;
import dev.medley.server.recording.RunReply;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.thread.internal.ledger.RequestPhases;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server on free ports of the loopback address for runs of its mashups, with the partners of its configuration or with stubs. */
public final class RunServer implements AutoCloseable {

    private final Configuration configuration;
    private final RunPartners partners;
    private final RunningServer server;
    private final Runs runs;
    private final List<String> paths;
    private final BlockingQueue<RequestPhases> ended = new LinkedBlockingQueue<>();

    private RunServer(Configuration configuration, RunPartners partners, Opening source) throws IOException {
        this.configuration = configuration;
        this.partners = partners;
        server = new ServerBuilder().mashups(source).onDemand().start(RunConfiguration.local(configuration));
        runs = new Runs(server.broker(), server.uri());
        paths = source.paths;
        server.onReplied(this::keepPhases);
    }

    private void keepPhases(RequestSummary summary) {
        RequestPhases phases = summary.phases();
        if (phases != null) {
            ended.add(phases);
        }
    }

    /**
     * Starts a server.
     *
     * @throws dev.medley.config.ConfigurationException if a mashup is wrong
     * @throws IOException if it cannot start
     */
    public static RunServer start(Configuration configuration, MashupSource mashups)
            throws IOException, InterruptedException {
        return new RunServer(configuration, RunPartners.none(), new Opening(mashups)).warmed();
    }

    /** As {@link #start}, with stubs in place of all partners. */
    public static RunServer startWithStubs(Configuration configuration, MashupSource mashups)
            throws IOException, InterruptedException {
        return start(configuration, mashups, Set.of());
    }

    /**
     * As {@link #startWithStubs}, to replay {@code recording}: connects to partners that none of its exchanges could connect to are
     * refused.
     */
    public static RunServer startWithStubs(Configuration configuration, MashupSource mashups, Recording recording)
            throws IOException, InterruptedException {
        return start(configuration, mashups, recording.unreachable());
    }

    private static RunServer start(Configuration configuration, MashupSource mashups, Set<String> unreachable)
            throws IOException, InterruptedException {
        RunPartners partners = RunPartners.start(configuration.partners(), unreachable);
        try {
            Configuration stubbed = Examples.named(RunConfiguration.stubbed(configuration, partners.uris()));
            return new RunServer(stubbed, partners, new Opening(mashups)).warmed();
        } catch (IOException | InterruptedException | RuntimeException | Error x) {
            partners.close();
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

    /**
     * Returns where the time of the next request went that a mashup has answered, and that this has not returned; null if there is none
     * within a second after the reply.
     */
    public @Nullable RequestPhases phases() throws InterruptedException {
        return ended.poll(1, TimeUnit.SECONDS);
    }

    /** Returns the runs of its mashups. */
    public Runs runs() {
        return runs;
    }

    /**
     * Has the stubs answer the exchanges of a declared mashup by their examples.
     *
     * @param method of the request, because those of a path may have declarations of their own
     * @return this object
     * @throws dev.medley.config.ConfigurationException with each exchange that has none, and its place
     * @throws IllegalArgumentException if the mashup is not a declared one
     */
    public RunServer answerByExamples(String template, String method) {
        Examples examples = Examples.of(configuration, template, method);
        partners.stubs().values().forEach(stub -> stub.answerAll(examples::answer));
        return this;
    }

    /** Sends the request of a recording, while stubs answer as recorded, in the recorded order. */
    public Replayed<RunReply> replay(Recording recording) throws IOException, InterruptedException {
        return runs.replay(recording, partners);
    }

    @Override
    public void close() {
        try {
            // First, because the client waits for the replies to its requests when it is closed.
            server.close();
        } finally {
            runs.close();
            partners.close();
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
