package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Tally;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The counters of a {@link RawHttp2Partner} in addition to its {@link Tally}. Written by its one thread. */
final class Http2Tally {

    final AtomicLong streams = new AtomicLong();
    final AtomicLong ignoredStreams = new AtomicLong();
    final AtomicLong openStreams = new AtomicLong();
    final AtomicLong maxOpenStreams = new AtomicLong();
    final AtomicLong bodyBytes = new AtomicLong();
    final AtomicLong pings = new AtomicLong();
    final AtomicLong goAways = new AtomicLong();
    private final Map<Integer, Long> resets = new ConcurrentHashMap<>();

    void streamOpened() {
        streams.incrementAndGet();
        maxOpenStreams.accumulateAndGet(openStreams.incrementAndGet(), Math::max);
    }

    void streamClosed() {
        openStreams.decrementAndGet();
    }

    void resetReceived(int code) {
        resets.merge(code, 1L, Long::sum);
    }

    long resets() {
        return resets.values().stream().mapToLong(Long::longValue).sum();
    }

    long resets(int code) {
        return resets.getOrDefault(code, 0L);
    }
}
