package dev.medley.loadtest.topics;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What the subscribers of a loop have received. Used by that loop. */
final class Tally {

    private static final long LONGEST = 600_000_000;
    private static final int DIGITS = 3;
    private static final int MOST_NUMBERS = 100_000;
    private static final int MOST_FAILURES = 20;

    /** Microseconds from publication to reading, since the last {@link #begin}. */
    final Histogram micros = new Histogram(LONGEST, DIGITS);

    /** Of each number: the microseconds until its last reading, and how many have read it. */
    final Map<Long, Last> last = new TreeMap<>();

    /** The first failures, by what they say. */
    final Map<String, Integer> failures = new TreeMap<>();

    /** Whether numbers are of all subscribers, and not of one each. */
    boolean isShared;

    long subscribed;
    long received;
    long lost;
    long skipped;
    long repeated;
    long repeatedInNewEpoch;
    long disorder;
    long gaps;
    long heartbeats;
    long broken;
    long resumed;
    long bytes;

    /**
     * The last reading of a number.
     *
     * @param micros since publication
     * @param readers so far
     */
    record Last(long micros, long readers) {}

    /** Forgets latencies, and the bytes. */
    void begin() {
        micros.reset();
        last.clear();
        bytes = 0;
    }

    /** A message has come. */
    void latency(long number, long nanos) {
        long taken = Math.max(0, Math.min(LONGEST, nanos / 1000));
        micros.recordValue(taken);
        if (isShared && last.size() < MOST_NUMBERS) {
            last.merge(
                    number,
                    new Last(taken, 1),
                    (before, now) -> new Last(Math.max(before.micros(), now.micros()), before.readers() + 1));
        }
    }

    void failed(String what) {
        if (failures.size() < MOST_FAILURES || failures.containsKey(what)) {
            failures.merge(what, 1, Integer::sum);
        }
    }
}
