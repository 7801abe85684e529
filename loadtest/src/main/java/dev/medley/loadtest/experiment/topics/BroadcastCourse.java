package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.experiment.server.MedleyProcess;
import dev.medley.loadtest.experiment.server.RunningLoad;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.topics.SubscriberKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Broadcasts to many WebSockets, with mashups of three exchanges beside them; and the same mashups without a broadcast. */
final class BroadcastCourse {

    private static final String SUBJECT = "events.all";
    private static final String FANOUT = "/fanout?c=3&delay=50";
    private static final double FANOUT_RATE = 200;
    private static final Duration SETTLING = Duration.ofMillis(300);
    private static final Duration WINDOW = Duration.ofMillis(500);
    /** A broadcast begins with the window: most mashups of the window are there by then, or come during it. */
    private static final Duration UNTIL_BROADCAST = Duration.ofMillis(350);

    private static final Duration LAST_MESSAGES = Duration.ofSeconds(20);
    private static final Pattern PARTNER_READY = Pattern.compile("^(http://\\S+)\\R", Pattern.MULTILINE);
    private static final int LOG = 1_000;
    /** Broadcasts before the cycles of the warm-up, for each of these, in a second {@link #RAPID_RATE}. */
    private static final int RAPID = 60;

    private static final double RAPID_RATE = 5;
    private static final double MILLI = 1000;
    private static final double NANOS = 1e9;

    private final Setup setup;
    private final TopicsPlan.Broadcasts plan;

    BroadcastCourse(Setup setup, TopicsPlan.Broadcasts plan) {
        this.setup = setup;
        this.plan = plan;
    }

    /**
     * What was measured.
     *
     * @param lastMillis of each broadcast, until its last session has read it
     * @param readings of all messages
     * @param published broadcasts
     * @param delivered messages that are with the kernel
     * @param longTurns turns of more than 5 ms of CPU time
     * @param turns all turns
     * @param quiet mashups without a broadcast, in microseconds
     * @param beside mashups during one
     * @param failed mashups
     */
    record Result(
            Map<Long, Double> lastMillis,
            Readings readings,
            double published,
            double delivered,
            double longTurns,
            double turns,
            Histogram quiet,
            Histogram beside,
            long failed) {

        /** The milliseconds within which {@code percent} of the broadcasts had been read by all. */
        double lastMillis(double percent) {
            List<Double> sorted = lastMillis.values().stream().sorted().toList();
            int place = (int) Math.ceil(percent / 100 * sorted.size()) - 1;
            return sorted.isEmpty() ? Double.NaN : sorted.get(place);
        }

        double quietMillis() {
            return quiet.getValueAtPercentile(99) / MILLI;
        }

        double besideMillis() {
            return beside.getValueAtPercentile(99) / MILLI;
        }
    }

    Result run() throws IOException, InterruptedException {
        try (MedleyProcess partner =
                MedleyProcess.start("broadcast-partner", setup, List.of("stubs", "--ports", "0"))) {
            String url = partner.await(PARTNER_READY).group(1);
            Optional<Taskset> taskset = Taskset.find();
            if (taskset.isPresent()) {
                taskset.get().holdProcess(partner.pid(), taskset.get().others());
                taskset.get()
                        .holdProcess(
                                ProcessHandle.current().pid(), taskset.get().others());
            }
            String yaml = TopicsBench.yaml(0, LOG, "") + "partners: {partner: {url: '%s'}}%n".formatted(url);
            try (TopicsBench bench = start(yaml, taskset)) {
                return run(bench);
            } finally {
                if (taskset.isPresent()) {
                    taskset.get()
                            .holdProcess(
                                    ProcessHandle.current().pid(), taskset.get().all());
                }
            }
        }
    }

    /** The load is on the cores of the readers, from when the server is on its own: what is started later would be, too. */
    private TopicsBench start(String yaml, Optional<Taskset> taskset) throws IOException, InterruptedException {
        TopicsBench bench = TopicsBench.startOnOneCore(setup, "broadcast", yaml, "-Xmx1g");
        if (taskset.isPresent()) {
            taskset.get()
                    .holdProcess(ProcessHandle.current().pid(), taskset.get().others());
        }
        return bench;
    }

    private Result run(TopicsBench bench) throws IOException, InterruptedException {
        bench.open(SubscriberKind.WEBSOCKET, plan.sessions(), plan.sessions() / MILLI, SUBJECT);
        // The compilers need more CPU time than broadcasts and mashups at their pace give them.
        int rapid = plan.warmUp() * RAPID;
        RunningLoad<LoadResult> warming = load(bench, Duration.ofMillis(Math.round(rapid / RAPID_RATE * MILLI)));
        bench.publish(SUBJECT, 1, RAPID_RATE, rapid, plan.bytes());
        warming.awaitEnd();
        Totals warm = new Totals();
        for (int i = 0; i < plan.warmUp(); i++) {
            cycle(bench, warm);
        }
        bench.tell("begin");
        ServerCounts before = bench.counts();
        Totals totals = new Totals();
        try (Progress.Task task = setup.progress().task("broadcasts", plan.count())) {
            for (int i = 0; i < plan.count(); i++) {
                cycle(bench, totals);
                task.advance(1);
            }
        }
        Readings read = bench.await((long) (rapid + plan.warmUp() + plan.count()) * plan.sessions(), LAST_MESSAGES);
        ServerCounts after = bench.counts();
        return new Result(
                read.lastMillis(),
                read,
                after.published() - before.published(),
                after.delivered() - before.delivered(),
                after.longTurnsSince(before),
                after.turns() - before.turns(),
                totals.quiet,
                totals.beside,
                totals.failed);
    }

    /** A window without a broadcast, one with a broadcast, and a pause. */
    private void cycle(TopicsBench bench, Totals totals) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        totals.failed += add(totals.quiet, load(bench, WINDOW).awaitEnd());
        RunningLoad<LoadResult> beside = load(bench, WINDOW);
        beside.awaitTime(UNTIL_BROADCAST);
        bench.publish(SUBJECT, 1, 1, 1, plan.bytes());
        totals.failed += add(totals.beside, beside.awaitEnd());
        long left = (long) (plan.period() * NANOS) - (System.nanoTime() - begun);
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(left).toMillis());
        }
    }

    private static RunningLoad<LoadResult> load(TopicsBench bench, Duration duration) {
        LoadPlan mashups = LoadPlan.to(bench.server().at(FANOUT))
                .open(Phase.ofRate(FANOUT_RATE, duration))
                .exponential(true)
                .warmUp(SETTLING)
                .build();
        return RunningLoad.start(begun -> () -> LoadDriver.run(mashups, begun, progress -> {}));
    }

    private static long add(Histogram to, LoadResult result) {
        try {
            to.add(Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder()
                            .decode(result.total().corrected().histogram())),
                    1));
        } catch (DataFormatException x) {
            throw new IllegalStateException("the driver's histogram cannot be read", x);
        }
        return result.total().failed();
    }

    /** Of mashups. */
    private static final class Totals {
        private final Histogram quiet = new Histogram(3_600_000_000L, 3);
        private final Histogram beside = new Histogram(3_600_000_000L, 3);
        private long failed;
    }
}
