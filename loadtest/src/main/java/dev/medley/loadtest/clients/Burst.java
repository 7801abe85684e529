package dev.medley.loadtest.clients;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A number of requests that a client sends at once, and the result of each. The time of a response counts from the beginning
 * of the burst, not from the sending of its request. Thread-safe.
 */
public final class Burst {

    /** Bytes of each response's body. */
    public static final int BODY_BYTES = 1024;

    private static final int OK = 200;
    private static final int MAX_MESSAGES = 5;

    private final List<URI> uris;
    private final String target;
    private final long[] nanos;
    private final AtomicIntegerArray ended;
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final CountDownLatch left;
    private volatile long begin;

    Burst(List<URI> partners, int size, Duration delay) {
        target = "/bytes?size=%d&delay=%d".formatted(BODY_BYTES, delay.toMillis());
        uris = partners.stream().map(partner -> partner.resolve(target)).toList();
        nanos = new long[size];
        ended = new AtomicIntegerArray(size);
        left = new CountDownLatch(size);
    }

    /** The number of requests. */
    public int size() {
        return nanos.length;
    }

    /** The number of the partner that request {@code index} goes to, from 0. */
    public int partner(int index) {
        return index % uris.size();
    }

    /** The address of request {@code index}. */
    public URI uri(int index) {
        return uris.get(partner(index));
    }

    /** Path and query of every request. */
    public String target() {
        return target;
    }

    /** Reports the response to request {@code index}, whose body has been read in full. */
    public void responded(int index, int status, int bodyBytes) {
        if (status == OK && bodyBytes == BODY_BYTES) {
            end(index);
        } else {
            failed(
                    index,
                    new IllegalStateException("a response of status %d with %d bytes, expected 200 and %d"
                            .formatted(status, bodyBytes, BODY_BYTES)));
        }
    }

    /** Reports that request {@code index} has failed. */
    public void failed(int index, Throwable failure) {
        String message = failure.toString();
        // Messages may have addresses in them, which makes each of them another one.
        String key = failures.containsKey(message) || failures.size() < MAX_MESSAGES ? message : "others";
        failures.merge(key, 1, Integer::sum);
        end(index);
    }

    private void end(int index) {
        if (ended.getAndSet(index, 1) == 0) {
            nanos[index] = System.nanoTime() - begin;
            left.countDown();
        } else {
            failures.merge("a request has ended twice", 1, Integer::sum);
        }
    }

    void begin() {
        begin = System.nanoTime();
    }

    /** Returns the time since the beginning. */
    long elapsedNanos() {
        return System.nanoTime() - begin;
    }

    /** Returns whether all requests have ended within {@code time}. */
    boolean awaitEnd(Duration time) throws InterruptedException {
        return left.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns the number of requests that have not ended. */
    int unanswered() {
        return (int) left.getCount();
    }

    /** Returns the number of each kind of failure, by its message. */
    Map<String, Integer> failures() {
        return failures;
    }

    /** Returns the times to the end of each request that has ended, in no order. */
    long[] latencies() {
        return Arrays.stream(nanos).filter(time -> time > 0).toArray();
    }
}
