package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.topics.PublisherFigures;
import dev.medley.loadtest.topics.SubscriberKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run with many sessions: they connect, messages are published, and what they have read is counted. */
final class CrowdCourse {

    private static final String SHARED = "events.all";
    private static final String OWN = "events.%d";
    private static final Duration LAST_MESSAGES = Duration.ofSeconds(20);
    private static final int LOG = 20_000;
    private static final String HEAP = "-Xmx3g";
    private static final int HANDSHAKES = 50;
    /** Broadcasts a second of a warm-up. */
    private static final double WARM_BROADCASTS = 5;

    private final Setup setup;
    private final TopicsPlan plan;

    CrowdCourse(Setup setup, TopicsPlan plan) {
        this.setup = setup;
        this.plan = plan;
    }

    /** Mule's run: one message a second, which all sessions get. */
    CrowdRun mule(SubscriberKind kind) throws IOException, InterruptedException {
        return run("mule-" + kind.name().toLowerCase(Locale.ROOT), kind, plan.mule(), true, "", List.of());
    }

    /** MigratoryData's run: each session has a subject of its own. */
    CrowdRun own(SubscriberKind kind, TopicsPlan.Crowd crowd, List<Integer> rates)
            throws IOException, InterruptedException {
        return run(
                "own-" + kind.name().toLowerCase(Locale.ROOT),
                kind,
                crowd,
                false,
                // Pings and comments would be four times as many as messages.
                "    heartbeat: 60s",
                rates);
    }

    private CrowdRun run(
            String name, SubscriberKind kind, TopicsPlan.Crowd crowd, boolean shared, String more, List<Integer> rates)
            throws IOException, InterruptedException {
        int steps = crowd.connecting() + crowd.warmUp() + crowd.measured() + rates.size() * plan.rateSeconds();
        try (Progress.Task task = setup.progress().task(name, steps);
                TopicsBench bench = start(name, shared, TopicsBench.yaml(0, LOG, more))) {
            String subject = shared ? SHARED : OWN;
            int subjects = shared ? 1 : crowd.sessions();
            // Classes are loaded, and are not counted as the sessions' heap.
            bench.open(kind, HANDSHAKES, 0.1, "events.first");
            bench.publish("events.first", 1, HANDSHAKES, HANDSHAKES, crowd.bytes());
            KernelMemory kernelBefore = KernelMemory.now();
            long heapBefore = bench.liveHeap("before");
            bench.open(kind, crowd.sessions(), crowd.connecting(), subject);
            task.advance(crowd.connecting());
            long heap = bench.liveHeap("connected") - heapBefore;
            KernelMemory kernel = KernelMemory.now().minus(kernelBefore);
            double rate = shared ? 1.0 / crowd.period() : (double) crowd.sessions() / crowd.period();
            // A broadcast a second would give the compilers a tenth of the CPU time that they need.
            double warmRate = shared ? Math.max(rate, WARM_BROADCASTS) : rate;
            long warming = Math.max(1, Math.round(warmRate * crowd.warmUp()));
            bench.publish(subject, subjects, warmRate, warming, crowd.bytes());
            task.advance(crowd.warmUp());
            long copies = shared ? crowd.sessions() : 1;
            long ofFirst = (long) HANDSHAKES * HANDSHAKES;
            Readings before = bench.await(ofFirst + warming * copies, LAST_MESSAGES);
            bench.tell("begin");
            Window window = new Window(bench);
            long count = Math.max(1, Math.round(rate * crowd.measured()));
            PublisherFigures published = bench.publish(subject, subjects, rate, count, crowd.bytes());
            Readings read = bench.await(before.received() + count * copies, LAST_MESSAGES);
            CrowdRun.Messages measured = window.end(published, before, read, count * copies);
            task.advance(crowd.measured());
            List<CrowdRun.Rate> tried = rates(bench, subject, subjects, crowd.bytes(), rates);
            return new CrowdRun(
                    name,
                    crowd,
                    heap,
                    heapBefore,
                    kernel,
                    bench.counts().threads(),
                    measured,
                    tried,
                    bench.histogram("connected"));
        }
    }

    /** In Mule's run the server has the machine's cores, as Mule had; the CPU time of a message is that of one core. */
    private TopicsBench start(String name, boolean shared, String yaml) throws IOException, InterruptedException {
        return shared
                ? TopicsBench.start(setup, name, yaml, HEAP)
                : TopicsBench.startOnOneCore(setup, name, yaml, HEAP);
    }

    private List<CrowdRun.Rate> rates(TopicsBench bench, String subject, int subjects, int bytes, List<Integer> rates)
            throws IOException, InterruptedException {
        List<CrowdRun.Rate> tried = new ArrayList<>();
        for (int rate : rates) {
            Readings before = bench.tell("begin");
            Window window = new Window(bench);
            long count = (long) rate * plan.rateSeconds();
            PublisherFigures published = bench.publish(subject, subjects, rate, count, bytes);
            Readings read = bench.await(before.received() + count, LAST_MESSAGES);
            CrowdRun.Rate result = new CrowdRun.Rate(rate, window.end(published, before, read, count));
            tried.add(result);
            if (!result.isHeld()) {
                return tried;
            }
        }
        return tried;
    }

    /** What is measured of some messages. */
    private static final class Window {

        private static final double NANOS = 1e9;

        private final TopicsBench bench;
        private final double cpu;
        private final ServerCounts counts;
        private final long begun = System.nanoTime();

        Window(TopicsBench bench) throws IOException, InterruptedException {
            this.bench = bench;
            counts = bench.counts();
            cpu = bench.cpuSeconds();
        }

        CrowdRun.Messages end(PublisherFigures published, Readings before, Readings read, long expected)
                throws IOException, InterruptedException {
            double used = bench.cpuSeconds() - cpu;
            double seconds = (System.nanoTime() - begun) / NANOS;
            return new CrowdRun.Messages(
                    published.published(),
                    published.seconds(),
                    published.lateMillis(),
                    expected,
                    read.received() - before.received(),
                    read,
                    used,
                    seconds,
                    bench.counts().longTurnsSince(counts));
        }
    }
}
