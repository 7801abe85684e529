package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.topics.SubscriberFigures;
import java.nio.file.Path;
import java.util.List;

/**
 * What was measured with many sessions.
 *
 * @param name of the run
 * @param crowd that was planned
 * @param heapBytes live heap of the server, more than before the sessions
 * @param heapBefore live heap of the server before the sessions
 * @param kernel memory of the kernel, of both ends of the connections
 * @param threads of the server, as JConsole counts them
 * @param messages the messages that were measured
 * @param rates the rates that were tried, ascending; the last one may be too high
 * @param classes the histogram of classes once all are connected
 */
record CrowdRun(
        String name,
        TopicsPlan.Crowd crowd,
        long heapBytes,
        long heapBefore,
        KernelMemory kernel,
        int threads,
        Messages messages,
        List<Rate> rates,
        Path classes) {

    private static final double MICROS = 1e6;

    /**
     * Messages that were published, and read.
     *
     * @param published messages
     * @param publishedSeconds from the first to the last acknowledgement
     * @param lateMillis the most that the publisher was late
     * @param expected readings
     * @param received readings
     * @param readings latencies and failures
     * @param cpuSeconds of the server
     * @param seconds of all this
     * @param longTurns turns of a loop of more than 5 ms of CPU time
     */
    record Messages(
            long published,
            double publishedSeconds,
            double lateMillis,
            long expected,
            long received,
            Readings readings,
            double cpuSeconds,
            double seconds,
            double longTurns) {

        long lost() {
            return expected - received;
        }

        /** Returns whether each message has come once, and in order. */
        boolean isComplete() {
            return lost() == 0
                    && readings.sum(SubscriberFigures::lost) == 0
                    && readings.sum(SubscriberFigures::repeated) == 0
                    && readings.sum(SubscriberFigures::disorder) == 0
                    && readings.sum(SubscriberFigures::gaps) == 0
                    && !readings.hasFailures();
        }

        double cpuMicros() {
            return cpuSeconds * MICROS / Math.max(1, received);
        }

        /** Bytes that a reader reads for a message, heartbeats included. */
        double bytes() {
            return (double) readings.sum(SubscriberFigures::bytes) / Math.max(1, received);
        }
    }

    /**
     * A rate that was tried.
     *
     * @param perSecond messages
     * @param messages what became of them
     */
    record Rate(int perSecond, Messages messages) {

        private static final double KEPT = 0.97;
        private static final double MOST_MILLIS = 1000;

        /** Returns whether all came, as fast as they were to be published, and 99 % within a second. */
        boolean isHeld() {
            return messages.isComplete()
                    && messages.published() / messages.publishedSeconds() >= KEPT * perSecond
                    && messages.readings().millis(99) <= MOST_MILLIS;
        }
    }

    double heapOfSession() {
        return (double) heapBytes / crowd.sessions();
    }
}
