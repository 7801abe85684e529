package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.codec.CodingMashups;
import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.MashupJar;
import dev.medley.loadtest.experiment.server.MedleyProcess;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.RunningLoad;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server on one core, with mashups that wait for a partner and mashups that code; partner and load are on the other cores. */
final class MashupBench implements AutoCloseable {

    /** Mashups that wait, per second, and what they wait for. */
    static final double RATE = 100;

    static final int EXCHANGES = 3;
    static final int DELAY_MILLIS = 50;
    /** The part of the core that the mashups that code take. */
    static final double SHARE = 0.4;
    /** Milliseconds of a slice. */
    static final double SLICE_MILLIS = 1;

    private static final String FANOUT = "/fanout?c=%d&delay=%d";
    private static final Pattern PARTNER_READY = Pattern.compile("^(http://\\S+)\\R", Pattern.MULTILINE);
    private static final String PACKAGE = "medley/loadtest/codec/";
    private static final String PACKAGE_IN_JAR = "medley/loadtest/coded/";
    private static final int MAX_CONNECTIONS = 5_000;
    private static final Duration WARMING_STEP = Duration.ofSeconds(2);
    private static final Duration QUICK_WARMING_STEP = Duration.ofMillis(300);
    private static final int WARMING_USERS = 8;
    private static final int WARMING_CODINGS = 50;
    private static final int CALIBRATION_CODINGS = 2_000;
    private static final Duration CALIBRATION = Duration.ofSeconds(3);
    /** The coding mashups come a little longer than those that are measured. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1_000;
    private static final double PERCENT = 100;

    private final Setup setup;
    private final CodecPlan plan;
    private final List<Way> ways = Way.coding(Runtime.version().feature());
    private final @Nullable Taskset taskset;
    private final MedleyProcess partner;
    private final ServerUnderTest server;
    private double codingsPerMilli;

    private MashupBench(
            Setup setup, CodecPlan plan, @Nullable Taskset taskset, MedleyProcess partner, ServerUnderTest server) {
        this.setup = setup;
        this.plan = plan;
        this.taskset = taskset;
        this.partner = partner;
        this.server = server;
    }

    /**
     * Starts partner and server, and returns when they are ready.
     *
     * @param taskset holds the server on a core; empty if nothing is to be pinned
     */
    static MashupBench start(Setup setup, CodecPlan plan, Optional<Taskset> taskset)
            throws IOException, InterruptedException {
        MedleyProcess partner = MedleyProcess.start("codec-partner", setup, List.of("stubs", "--ports", "0"));
        try {
            String url = partner.await(PARTNER_READY).group(1);
            ServerUnderTest server = ServerUnderTest.unsampled(launch(setup, url));
            return new MashupBench(setup, plan, taskset.orElse(null), partner, server);
        } catch (IOException | InterruptedException | RuntimeException x) {
            partner.close();
            throw x;
        }
    }

    private static MedleyProcess launch(Setup setup, String partner) throws IOException {
        Path mashups = MashupJar.write(
                setup.out().resolve("mashups"),
                PACKAGE,
                PACKAGE_IN_JAR,
                CodingMashups.classes(Runtime.version().feature()));
        Path file = setup.logs().resolve("codec-server.yaml");
        Files.writeString(
                file,
                ServerUnderTest.configuration(
                        ExecutionMode.ASYNC, PartnerProtocol.AUTO, Map.of("partner", partner), MAX_CONNECTIONS));
        List<String> jvm = new ArrayList<>(List.of("-XX:ActiveProcessorCount=1"));
        if (!setup.quick()) {
            // On the core of the requests the compiler's threads would starve.
            jvm.add("-XX:-BackgroundCompilation");
        }
        return MedleyProcess.start(
                "codec-server",
                setup,
                jvm,
                List.of("serve", "--config", file.toString(), "--mashups", mashups.toString()));
    }

    List<Way> ways() {
        return ways;
    }

    /** Codings in a millisecond of the server's core; once it is warm. */
    double codingsPerMilli() {
        return codingsPerMilli;
    }

    /** Warms the server on all cores, holds it on its own, and finds out how long a coding takes there. */
    void warm() throws IOException, InterruptedException {
        List<String> targets = new ArrayList<>(List.of(FANOUT.formatted(EXCHANGES, 0)));
        ways.forEach(way -> targets.add(way.path(WARMING_CODINGS, WARMING_CODINGS / 2)));
        double before = ProcessFacts.of(server.pid()).cpuSeconds();
        do {
            for (String target : targets) {
                closed(target, WARMING_USERS, setup.quick() ? QUICK_WARMING_STEP : WARMING_STEP);
            }
        } while (ProcessFacts.of(server.pid()).cpuSeconds() - before
                < plan.warmUp().toMillis() / MILLIS);
        if (taskset != null) {
            taskset.holdProcess(server.pid(), taskset.first());
            taskset.holdProcess(partner.pid(), taskset.others());
            taskset.holdProcess(ProcessHandle.current().pid(), taskset.others());
        }
        calibrate();
    }

    /** By CPU time where it is known: what else the machine does takes no part in it. */
    private void calibrate() throws IOException {
        double before = ProcessFacts.of(server.pid()).cpuSeconds();
        PhaseResult result =
                closed(Way.INLINE.path(CALIBRATION_CODINGS, 1), 1, setup.quick() ? QUICK_WARMING_STEP : CALIBRATION);
        double cpu = ProcessFacts.of(server.pid()).cpuSeconds() - before;
        double millis =
                Double.isNaN(cpu) ? result.corrected().p50Millis() : cpu * MILLIS / Math.max(1, result.succeeded());
        codingsPerMilli = CALIBRATION_CODINGS / millis;
    }

    private PhaseResult closed(String target, int users, Duration time) throws IOException {
        PhaseResult result = LoadDriver.run(
                        LoadPlan.to(server.at(target))
                                .closed(users)
                                .duration(time)
                                .build(),
                        progress -> {})
                .total();
        if (result.failed() > 0 || result.succeeded() == 0) {
            throw new IOException("of the requests for %s in the warm-up %d succeeded and %d failed: %s"
                    .formatted(target, result.succeeded(), result.failed(), result.messages()));
        }
        return result;
    }

    /** Measures mashups that wait, beside mashups of {@code work} CPU milliseconds unless they are alone. */
    MashupWindow measure(Way way, int work) throws IOException, InterruptedException {
        if (way == Way.ALONE) {
            return measure(way, work, () -> null);
        }
        int codings = Math.max(1, (int) Math.round(work * codingsPerMilli));
        int slice = Math.max(1, (int) Math.round(SLICE_MILLIS * codingsPerMilli));
        Duration length = plan.settling().plus(plan.window()).plus(MARGIN);
        LoadPlan coding = LoadPlan.to(server.at(way.path(codings, slice)))
                .open(Phase.ofRate(SHARE * MILLIS / work, length))
                .exponential(true)
                .build();
        RunningLoad<LoadResult> beside =
                RunningLoad.start(onBegin -> () -> LoadDriver.run(coding, onBegin, progress -> {}));
        try {
            beside.awaitTime(Duration.ZERO);
            return measure(way, work, () -> beside.awaitEnd().total());
        } catch (IOException | InterruptedException | RuntimeException x) {
            beside.interrupt();
            throw x;
        }
    }

    private MashupWindow measure(Way way, int work, Beside coding) throws IOException, InterruptedException {
        LoadPlan waiting = LoadPlan.to(server.at(FANOUT.formatted(EXCHANGES, DELAY_MILLIS)))
                .open(Phase.ofRate(RATE, plan.window()))
                .exponential(true)
                .warmUp(plan.settling())
                .build();
        double cpu = ProcessFacts.of(server.pid()).cpuSeconds();
        long begun = System.nanoTime();
        PhaseResult result = LoadDriver.run(waiting, progress -> {}).total();
        double seconds = (System.nanoTime() - begun) / NANOS;
        double used = ProcessFacts.of(server.pid()).cpuSeconds() - cpu;
        return new MashupWindow(way, work, result, coding.awaitEnd(), PERCENT * used / seconds);
    }

    /** Waits for the end of the mashups that code. */
    private interface Beside {
        @Nullable
        PhaseResult awaitEnd() throws IOException, InterruptedException;
    }

    @Override
    public void close() {
        server.close();
        partner.close();
    }
}
