package dev.medley.server.internal.replay;

import dev.medley.exchange.AttemptTimings;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Timings;
import dev.medley.server.recording.Times;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes the times of a recorded exchange of its timings. */
public final class ExchangeTimes {

    private static final List<ExchangeState> STATES = List.of(
            ExchangeState.QUEUED,
            ExchangeState.CONNECTING,
            ExchangeState.HANDSHAKING,
            ExchangeState.CONNECTED,
            ExchangeState.SENDING,
            ExchangeState.WAITING,
            ExchangeState.HEADERS,
            ExchangeState.BODY);

    private ExchangeTimes() {}

    /**
     * Returns the times of an exchange that has ended.
     *
     * @param joined whether its attempts were begun for another one, perhaps before it
     * @param zeroNanos when the client sent its request, by the broker's clock
     */
    static Times of(Timings timings, boolean joined, long zeroNanos) {
        long start = timings.startNanos();
        long end = timings.endNanos();
        AttemptTimings last = last(timings.attempts());
        if (last == null) {
            double startMs = millis(start - zeroNanos);
            return new Times(startMs, startMs, startMs, null, startMs, millis(end - zeroNanos));
        }
        boolean alone = timings.attempts().size() == 1 && !joined;
        long begin =
                alone ? start : end - STATES.stream().mapToLong(last::nanosIn).sum();
        long connect = begin + last.nanosIn(ExchangeState.QUEUED);
        long sent = connect
                + last.nanosIn(ExchangeState.CONNECTING)
                + last.nanosIn(ExchangeState.HANDSHAKING)
                + last.nanosIn(ExchangeState.CONNECTED);
        long head = sent + last.nanosIn(ExchangeState.SENDING) + last.nanosIn(ExchangeState.WAITING);
        boolean hasHead = last.reached(ExchangeState.HEADERS);
        boolean isSent = hasHead || last.reached(ExchangeState.SENDING) || last.reached(ExchangeState.WAITING);
        return new Times(
                millis(start - zeroNanos),
                millis((joined ? start : Math.max(start, begin)) - zeroNanos),
                millis(Math.max(start, connect) - zeroNanos),
                isSent ? millis(Math.max(start, sent) - zeroNanos) : null,
                hasHead ? millis(Math.max(start, head) - zeroNanos) : null,
                millis(end - zeroNanos));
    }

    /** The one with a response, or else the last; null for none. */
    private static @Nullable AttemptTimings last(List<AttemptTimings> attempts) {
        return attempts.stream()
                .filter(attempt -> attempt.reached(ExchangeState.HEADERS))
                .findFirst()
                .orElse(attempts.isEmpty() ? null : attempts.get(attempts.size() - 1));
    }

    /** Returns milliseconds, to a microsecond. */
    public static double millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMicros(nanos) / 1000.0;
    }
}
