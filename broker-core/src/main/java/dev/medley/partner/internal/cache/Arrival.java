package dev.medley.partner.internal.cache;

import java.time.Instant;

/**
 * The times of one request and its response, from which the age of the response follows (RFC 9111, section 4.2.3).
 *
 * @param sentNanos when the request was sent, by the clock of the broker
 * @param receivedNanos when the header fields of the response came, by the same clock
 * @param receivedAt the same moment by the calendar, to be compared with the partner's dates
 */
public record Arrival(long sentNanos, long receivedNanos, Instant receivedAt) {}
