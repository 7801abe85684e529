package dev.medley.loadtest.experiment.sweep;

import java.time.Duration;

/**
 * The load of one measurement: mashups that arrive at random. The partners' delay follows from users and rate, by
 * Little's law.
 *
 * @param calls exchanges of a mashup, C
 * @param bodyBytes the size of each partner's response
 * @param users mashups in flight on average, N
 * @param rate arrivals a second
 */
record SweepPoint(int calls, int bodyBytes, int users, int rate) {

    private static final int MILLIS = 1000;

    /** The time that each partner takes. */
    Duration delay() {
        return Duration.ofMillis((long) users * MILLIS / rate);
    }

    /** Path and query of the mashup. */
    String target() {
        return "/fanout?c=%d&delay=%d&size=%d".formatted(calls, delay().toMillis(), bodyBytes);
    }

    SweepPoint withCalls(int other) {
        return new SweepPoint(other, bodyBytes, users, rate);
    }

    SweepPoint withBody(int bytes) {
        return new SweepPoint(calls, bytes, users, rate);
    }

    SweepPoint withUsers(int other) {
        return new SweepPoint(calls, bodyBytes, other, rate);
    }

    SweepPoint withRate(int perSecond) {
        return new SweepPoint(calls, bodyBytes, users, perSecond);
    }
}
