package dev.medley.config;

import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.time.Duration;

/**
 * The bounds for clients that leave, are slow, or stay idle.
 *
 * @param halfClose the meaning of a FIN while a request is answered, over HTTP/1.1
 * @param maxRequestHead bytes of a request line with its fields at most
 * @param headTimeout the time for a head, or a frame, from its first byte; zero for any
 * @param minRequestRate bytes a second of a body that is awaited; 0 for any
 * @param minReplyRate bytes a second of a reply that waits to be written; 0 for any
 * @param rateGrace the time that a body or a reply may wait before its rate counts
 * @param crowdedFrom connections beyond which the time for idle ones shrinks
 * @param crowdedTo connections at which it is the least
 * @param crowdedIdleTimeout the least time for idle connections
 */
public record ClientSettings(
        HalfClose halfClose,
        int maxRequestHead,
        Duration headTimeout,
        long minRequestRate,
        long minReplyRate,
        Duration rateGrace,
        int crowdedFrom,
        int crowdedTo,
        Duration crowdedIdleTimeout) {

    /**
     * Returns the time for which a connection may be idle while there are {@code connections}: {@code idleTimeout} up to
     * {@link #crowdedFrom}, and then less in proportion, down to {@link #crowdedIdleTimeout}.
     */
    public Duration idleTimeout(Duration idleTimeout, int connections) {
        if (connections <= crowdedFrom || idleTimeout.compareTo(crowdedIdleTimeout) <= 0) {
            return idleTimeout;
        }
        if (connections >= crowdedTo) {
            return crowdedIdleTimeout;
        }
        Duration range = idleTimeout.minus(crowdedIdleTimeout);
        return crowdedIdleTimeout.plus(
                range.multipliedBy(crowdedTo - connections).dividedBy(crowdedTo - crowdedFrom));
    }

    /** Changes the bounds for clients. A method sets the key of its name; sizes are in bytes. */
    public static final class Builder {

        private final Settings.Builder values;
        private final ClientKeys keys = ServerKeys.CLIENTS;

        Builder(Settings.Builder values) {
            this.values = values;
        }

        private <T> Builder set(Setting<T> setting, T value) {
            values.set(setting, value);
            return this;
        }

        /** Sets {@code half-close}. */
        public Builder halfClose(HalfClose meaning) {
            return set(keys.halfClose(), meaning);
        }

        /** Sets {@code max-request-head}. */
        public Builder maxRequestHead(long bytes) {
            return set(keys.maxRequestHead(), bytes);
        }

        /** Sets {@code head-timeout}. */
        public Builder headTimeout(Duration whole) {
            return set(keys.headTimeout(), whole);
        }

        /** Sets {@code min-request-rate}. */
        public Builder minRequestRate(long bytesPerSecond) {
            return set(keys.minRequestRate(), bytesPerSecond);
        }

        /** Sets {@code min-reply-rate}. */
        public Builder minReplyRate(long bytesPerSecond) {
            return set(keys.minReplyRate(), bytesPerSecond);
        }

        /** Sets {@code rate-grace}. */
        public Builder rateGrace(Duration waiting) {
            return set(keys.rateGrace(), waiting);
        }

        /** Sets {@code crowded-from}, {@code crowded-to} and {@code crowded-idle-timeout}. */
        public Builder crowded(int from, int to, Duration idleTimeout) {
            set(keys.crowdedFrom(), from);
            set(keys.crowdedTo(), to);
            return set(keys.crowdedIdleTimeout(), idleTimeout);
        }
    }
}
