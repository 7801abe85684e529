package dev.medley.loadtest.experiment.server;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, and its sampler. */
public final class ServerUnderTest implements AutoCloseable {

    /** The line that a server writes when it is ready. */
    public static final Pattern READY =
            Pattern.compile("^Medley answers at (\\S+), administration at (\\S+)\\R", Pattern.MULTILINE);

    private final MedleyProcess process;
    private final URI server;
    private final URI admin;
    private final ServerSampler sampler;

    private ServerUnderTest(MedleyProcess process, URI server, URI admin, ServerSampler sampler) {
        this.process = process;
        this.server = server;
        this.admin = admin;
        this.sampler = sampler;
    }

    /**
     * Starts a server, and returns when it is ready.
     *
     * @param maxConnections to each partner
     */
    public static ServerUnderTest start(Setup setup, ExecutionMode mode, Partners partners, int maxConnections)
            throws IOException, InterruptedException {
        return of(launch(setup, mode, partners, maxConnections));
    }

    /** Starts a server, and does not wait until it is ready. */
    public static MedleyProcess launch(Setup setup, ExecutionMode mode, Partners partners, int maxConnections)
            throws IOException {
        return launch(setup, mode, PartnerProtocol.AUTO, partners, maxConnections);
    }

    /** Starts a server whose partners speak {@code protocol}, and does not wait until it is ready. */
    public static MedleyProcess launch(
            Setup setup, ExecutionMode mode, PartnerProtocol protocol, Partners partners, int maxConnections)
            throws IOException {
        String name =
                "server-" + mode.configured() + (protocol == PartnerProtocol.AUTO ? "" : "-" + protocol.fileName());
        return launch(setup, name, configuration(mode, protocol, partners.urls(), maxConnections), List.of());
    }

    /**
     * Starts a server, and does not wait until it is ready.
     *
     * @param name of its log file and its configuration
     * @param yaml its configuration
     * @param jvm JVM options that win over those of this JVM
     */
    public static MedleyProcess launch(Setup setup, String name, String yaml, List<String> jvm) throws IOException {
        return launch(setup, name, yaml, jvm, List.of());
    }

    /**
     * As {@link #launch(Setup, String, String, List)}.
     *
     * @param settings values that win over those of the configuration, such as {@code server.threads=8}
     */
    public static MedleyProcess launch(Setup setup, String name, String yaml, List<String> jvm, List<String> settings)
            throws IOException {
        List<String> options = new ArrayList<>();
        settings.forEach(each -> options.addAll(List.of("--set", each)));
        return serve(setup, name, yaml, jvm, options);
    }

    /** Starts a server with the mashups of the JARs in a folder, and does not wait until it is ready. */
    public static MedleyProcess launch(Setup setup, String name, String yaml, Path mashups) throws IOException {
        return serve(setup, name, yaml, List.of(), List.of("--mashups", mashups.toString()));
    }

    /**
     * As {@link #launch(Setup, String, String, List)}.
     *
     * @param options of the command {@code serve}, besides the configuration
     */
    public static MedleyProcess serve(Setup setup, String name, String yaml, List<String> jvm, List<String> options)
            throws IOException {
        Path configuration = setup.logs().resolve(name + ".yaml");
        Files.writeString(configuration, yaml);
        List<String> command = new ArrayList<>(List.of("serve", "--config", configuration.toString()));
        command.addAll(options);
        return MedleyProcess.start(name, setup, jvm, command);
    }

    /** Waits until a server that was launched is ready. One that does not become so is ended. */
    public static ServerUnderTest of(MedleyProcess process) throws IOException, InterruptedException {
        return of(process, ServerSampler::start);
    }

    /** As {@link #of(MedleyProcess)}, for experiments that ask for samples themselves: each takes the server some time. */
    public static ServerUnderTest unsampled(MedleyProcess process) throws IOException, InterruptedException {
        return of(process, ServerSampler::new);
    }

    private static ServerUnderTest of(MedleyProcess process, BiFunction<URI, Long, ServerSampler> sampling)
            throws IOException, InterruptedException {
        try {
            Matcher at = process.await(READY);
            URI admin = URI.create(at.group(2));
            ServerSampler sampler = sampling.apply(admin, process.pid());
            return new ServerUnderTest(process, URI.create(at.group(1)), admin, sampler);
        } catch (IOException | InterruptedException | RuntimeException x) {
            process.close();
            throw x;
        }
    }

    /**
     * The configuration of a server.
     *
     * @param partners the URL of each partner, by name
     */
    public static String configuration(
            ExecutionMode mode, PartnerProtocol protocol, Map<String, String> partners, int maxConnections) {
        StringBuilder yaml = new StringBuilder("""
                server:
                  port: 0
                  host: 127.0.0.1
                  admin: {port: 0}
                  execution: %s
                  samples: true
                  access-log: false
                  idle-timeout: 300s
                partners:
                """.formatted(mode.configured()));
        for (Map.Entry<String, String> partner : partners.entrySet()) {
            yaml.append("""
                      %s:
                        url: %s
                        protocol: %s
                        max-connections: %d
                        limits: {max-queued: 0}
                        timeout: 30s
                    """.formatted(partner.getKey(), partner.getValue(), protocol.configured(), maxConnections));
        }
        return yaml.toString();
    }

    /** The address of {@code pathAndQuery} at the server. */
    public URI at(String pathAndQuery) {
        return server.resolve(pathAndQuery);
    }

    /** The address of a mashup of {@code exchanges} exchanges, each as slow as its partner is. */
    public URI fanout(int exchanges) {
        return at("/fanout?c=" + exchanges);
    }

    /** A load of {@link #fanout} by arrivals at random. */
    public LoadPlan arrivals(int exchanges, List<Phase> phases) {
        return arrivals(fanout(exchanges), phases);
    }

    /** A load of {@code target} by arrivals at random. */
    public static LoadPlan arrivals(URI target, List<Phase> phases) {
        return LoadPlan.to(target).open(phases).exponential(true).build();
    }

    /** Runs a load, with a step of {@code task} for each second of arrivals. */
    public static LoadResult load(LoadPlan plan, Progress.Task task) throws IOException {
        return LoadDriver.run(plan, progress -> task.advance(progress.left().isZero() ? 0 : 1));
    }

    /** The address of its administration. */
    public URI admin() {
        return admin;
    }

    public long pid() {
        return process.pid();
    }

    public ServerSampler sampler() {
        return sampler;
    }

    @Override
    public void close() {
        sampler.close();
        process.close();
    }
}
