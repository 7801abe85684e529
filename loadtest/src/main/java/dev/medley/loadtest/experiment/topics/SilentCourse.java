package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.topics.SubscriberFigures;
import dev.medley.loadtest.topics.SubscriberKind;
import java.io.IOException;
import java.time.Duration;

/** Clients that read nothing for a while, beside others that read. */
final class SilentCourse {

    private static final String ALL = "events.all";
    private static final String NEWEST = "newest.all";
    private static final int RATE = 50;
    private static final int LOG = 100;
    /** Together more than the kernel keeps for a socket. */
    private static final int TOTAL_BYTES = 12 << 20;

    private static final int MOST_BYTES = 60_000;
    private static final Duration LAST_MESSAGES = Duration.ofSeconds(20);
    private static final int READERS = 0;
    private static final int SILENT_OF_ALL = 1;
    private static final int SILENT_OF_NEWEST = 2;

    private final Setup setup;
    private final TopicsPlan.Silent plan;

    SilentCourse(Setup setup, TopicsPlan.Silent plan) {
        this.setup = setup;
        this.plan = plan;
    }

    /**
     * What was measured.
     *
     * @param readersBefore the readers while all clients read
     * @param readersMeanwhile the readers while some clients read nothing
     * @param heapBefore live heap while all read
     * @param heapMeanwhile live heap at the end of the silence
     * @param newest the number of the last message
     * @param ofAll the silent clients of a topic with all messages, once they read again
     * @param ofNewest the same with the latest message
     */
    record Result(
            Readings readersBefore,
            Readings readersMeanwhile,
            long heapBefore,
            long heapMeanwhile,
            long newest,
            Readings ofAll,
            Readings ofNewest) {

        boolean allHaveNewest(Readings of) {
            return of.sum(SubscriberFigures::least) == newest;
        }

        /** Returns whether nothing is left out but behind a gap. */
        boolean isToldOfLosses(Readings of) {
            return of.sum(SubscriberFigures::lost) == 0
                    && (of.sum(SubscriberFigures::skipped) == 0 || of.sum(SubscriberFigures::gaps) > 0);
        }
    }

    Result run() throws IOException, InterruptedException {
        String yaml = TopicsBench.yaml(0, LOG, "    heartbeat: 300s").replace("512MiB}", "64MiB, write-timeout: 300s}")
                + "  newest: {public: true, publish: {anybody: true}, deliver: latest, write-timeout: 300s}\n";
        try (Progress.Task task = setup.progress().task("silent", 3L * plan.seconds());
                TopicsBench bench = TopicsBench.startOnOneCore(setup, "silent", yaml, "-Xmx1g")) {
            return run(bench, task);
        }
    }

    private Result run(TopicsBench bench, Progress.Task task) throws IOException, InterruptedException {
        bench.open(SubscriberKind.WEBSOCKET, plan.readers(), 1, ALL);
        bench.open(SubscriberKind.WEBSOCKET, plan.silent(), 1, ALL, "small");
        bench.open(SubscriberKind.WEBSOCKET, plan.silent(), 1, NEWEST, "small");
        int count = RATE * plan.seconds();
        int bytes = Math.min(MOST_BYTES, TOTAL_BYTES / count);
        // The first messages warm the server.
        publish(bench, count, bytes);
        await(bench, READERS, count);
        task.advance(plan.seconds());
        bench.tell("begin");
        publish(bench, count, bytes);
        await(bench, READERS, 2L * count);
        await(bench, SILENT_OF_ALL, 2L * count);
        await(bench, SILENT_OF_NEWEST, 2L * count);
        Readings readersBefore = bench.tell(READERS, "figures");
        long heapBefore = bench.liveHeap("before");
        task.advance(plan.seconds());
        bench.tell("begin");
        bench.tell(SILENT_OF_ALL, "pause");
        bench.tell(SILENT_OF_NEWEST, "pause");
        publish(bench, count, bytes);
        long newest = 3L * count;
        await(bench, READERS, newest);
        Readings readersMeanwhile = bench.tell(READERS, "figures");
        long heapMeanwhile = bench.liveHeap("silent");
        task.advance(plan.seconds());
        bench.tell(SILENT_OF_ALL, "resume");
        bench.tell(SILENT_OF_NEWEST, "resume");
        await(bench, SILENT_OF_ALL, newest);
        await(bench, SILENT_OF_NEWEST, newest);
        return new Result(
                readersBefore,
                readersMeanwhile,
                heapBefore,
                heapMeanwhile,
                newest,
                bench.tell(SILENT_OF_ALL, "figures"),
                bench.tell(SILENT_OF_NEWEST, "figures"));
    }

    /** By turns, so that both topics have the same numbers at the same time. */
    private static void publish(TopicsBench bench, int count, int bytes) throws IOException, InterruptedException {
        int second = RATE;
        for (int done = 0; done < count; done += second) {
            bench.publish(NEWEST, 1, RATE * 2.0, Math.min(second, count - done), bytes);
            bench.publish(ALL, 1, RATE * 2.0, Math.min(second, count - done), bytes);
        }
    }

    private static void await(TopicsBench bench, int group, long number) throws IOException, InterruptedException {
        long end = System.nanoTime() + LAST_MESSAGES.toNanos();
        while (bench.tell(group, "figures").sum(SubscriberFigures::least) < number && System.nanoTime() - end < 0) {
            Thread.sleep(50);
        }
    }
}
