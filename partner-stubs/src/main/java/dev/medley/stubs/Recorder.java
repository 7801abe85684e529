package dev.medley.stubs;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Keeps the latest requests, bounded by number and by bytes. Thread-safe. */
final class Recorder {

    /** The bytes of all records together: the oldest are dropped. */
    private static final long MAX_BYTES = 16L * 1024 * 1024;

    private static final int LISTED = 10;

    private final int max;
    private final Deque<RecordedRequest> requests = new ArrayDeque<>();
    private long bytes;

    /** Creates a recorder of that many requests; of none if {@code max} is 0. */
    Recorder(int max) {
        this.max = max;
    }

    /** Returns the first bytes of a body that are kept. */
    int maxBody() {
        return max == 0 ? 0 : RecordedRequest.MAX_BODY;
    }

    synchronized void add(RecordedRequest request) {
        if (max == 0) {
            return;
        }
        requests.addLast(request);
        bytes += request.footprint();
        while (requests.size() > max || (bytes > MAX_BYTES && requests.size() > 1)) {
            bytes -= requests.removeFirst().footprint();
        }
        notifyAll();
    }

    synchronized void clear() {
        requests.clear();
        bytes = 0;
    }

    synchronized List<RecordedRequest> all(Predicate<RecordedRequest> filter) {
        requireRecording();
        return requests.stream().filter(filter).toList();
    }

    /**
     * Waits until there are {@code count} requests.
     *
     * @throws AssertionError if they have not come within {@code timeout}; the message lists what came
     * @throws IllegalStateException if the thread is interrupted
     */
    synchronized List<RecordedRequest> await(
            int count, String what, Predicate<RecordedRequest> filter, Duration timeout) {
        if (count < 0 || count > max) {
            throw new IllegalArgumentException(
                    "count is %d, but must be from 0 to %d, the most that are recorded".formatted(count, max));
        }
        long end = System.nanoTime() + timeout.toNanos();
        try {
            for (List<RecordedRequest> found = all(filter); ; found = all(filter)) {
                if (found.size() >= count) {
                    return found;
                }
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError("expected %d requests %s within %s, but there were %d; received: %s"
                            .formatted(count, what, timeout, found.size(), list()));
                }
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited for requests", x);
        }
    }

    private String list() {
        String latest = requests.stream()
                .skip(Math.max(0, requests.size() - LISTED))
                .map(RecordedRequest::toString)
                .collect(Collectors.joining(", "));
        return latest.isEmpty() ? "none" : requests.size() + ", the latest " + latest;
    }

    private void requireRecording() {
        if (max == 0) {
            throw new IllegalStateException("these partner stubs record no requests: recorded is 0");
        }
    }
}
