package dev.medley.loadtest.attack;

import dev.medley.loadtest.attack.way.Targets;
import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.driver.plan.LoadTrust;
import dev.medley.loadtest.experiment.server.LiveHeap;
import dev.medley.loadtest.experiment.server.LoggedProcess;
import dev.medley.loadtest.experiment.server.MedleyProcess;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.Setup;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server that is attacked, in a process of its own, warm. */
final class AttackServer implements AutoCloseable {

    private static final Pattern READY =
            Pattern.compile("^Medley answers at (\\S+), administration at (\\S+)\\R", Pattern.MULTILINE);
    private static final Pattern TROUBLE = Pattern.compile(
            "OutOfMemoryError|Cannot reserve| ERROR | SEVERE |NullPointerException|IllegalStateException");
    private static final Duration WARM_UP = Duration.ofSeconds(6);
    private static final int WARM_UP_USERS = 32;
    private static final double MEGA = 1024.0 * 1024;

    private final LoggedProcess process;
    private final Path logs;
    private final URI uri;
    private final AdminClient admin;
    private final LoadTrust trust;

    private AttackServer(LoggedProcess process, Path logs, URI uri, AdminClient admin, LoadTrust trust) {
        this.process = process;
        this.logs = logs;
        this.uri = uri;
        this.admin = admin;
        this.trust = trust;
    }

    /**
     * Starts a server, and returns when it is warm.
     *
     * @param name of its log file
     * @param pinning words before the command that hold the process on a core, or none
     * @param trust of its clients
     */
    static AttackServer start(Setup setup, String name, String configuration, List<String> pinning, LoadTrust trust)
            throws IOException, InterruptedException {
        Path yaml = setup.logs().resolve(name + ".yaml");
        Files.writeString(yaml, configuration);
        ProcessBuilder command = MedleyProcess.command(setup, List.of(), List.of("serve", "--config", yaml.toString()));
        command.command().addAll(0, pinning);
        LoggedProcess process = LoggedProcess.start(name, setup, command);
        try {
            Matcher at = process.await(READY);
            AttackServer server = new AttackServer(
                    process, setup.logs(), URI.create(at.group(1)), new AdminClient(URI.create(at.group(2))), trust);
            server.warmUp();
            return server;
        } catch (IOException | InterruptedException | RuntimeException x) {
            process.close();
            throw x;
        }
    }

    /** Until the optimizing compiler has seen what follows: cold code is slow enough to miss the bound without an attack. */
    private void warmUp() throws IOException {
        for (LoadProtocol protocol : protocols()) {
            warmUp(Targets.SMALL, protocol);
            warmUp(Targets.STREAMED, protocol);
            warmUp(Targets.PARTS, protocol);
            warmUp(Targets.OF_OTHERS, protocol);
        }
    }

    private void warmUp(String target, LoadProtocol protocol) throws IOException {
        LoadDriver.run(
                LoadPlan.to(uri.resolve(target))
                        .trust(trust)
                        .protocol(protocol)
                        .closed(WARM_UP_USERS)
                        .duration(WARM_UP)
                        .build(),
                progress -> {});
    }

    private List<LoadProtocol> protocols() {
        boolean tls = "https".equals(uri.getScheme());
        return List.of(LoadProtocol.HTTP_1_1, tls ? LoadProtocol.H2 : LoadProtocol.H2C);
    }

    /** Begins the plan of a load by other clients. */
    LoadPlan.Builder plan() {
        return LoadPlan.to(uri.resolve(Targets.OF_OTHERS)).trust(trust);
    }

    int port() {
        return uri.getPort();
    }

    AdminClient admin() {
        return admin;
    }

    ProcessFacts facts() {
        return ProcessFacts.of(process.pid());
    }

    boolean isAlive() throws InterruptedException {
        return !process.awaitEnd(Duration.ZERO);
    }

    /** What it takes now, the objects that are alive included. The server stands still meanwhile. */
    Footprint footprint() throws IOException, InterruptedException {
        double live = LiveHeap.bytes(process.pid(), logs.resolve("histogram.txt")) / MEGA;
        return shallow().live(live);
    }

    /** What it takes now, without the objects that are alive. */
    Footprint shallow() throws InterruptedException {
        return Footprint.of(facts()).reported(admin.directMegabytes(), admin.inFlight(), admin.toPartners());
    }

    /** The lines of its log so far that tell of trouble. */
    List<String> trouble() throws IOException {
        try (Stream<String> lines = Files.lines(process.log(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> TROUBLE.matcher(line).find()).toList();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
