package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The bounds for clients that leave, are slow, or stay idle: the section {@code clients} of the server, and its key {@code half-close}.
 * Immutable.
 */
public final class ClientSettings extends SettingsView {

    /** The keys have the place of those of the server, as {@code half-close} is outside the section. */
    static final Group KEYS = Group.of("Limits for clients");

    private static final int MILLION = 1_000_000;
    private static final long KIB = 1L << 10;
    private static final long GIB = 1L << 30;
    /** The defaults of Kestrel for {@code MinRequestBodyDataRate} and {@code MinResponseDataRate}. */
    private static final long RATE = 240;

    private static final Setting<HalfClose> HALF_CLOSE = KEYS.key(
            "half-close",
            ValueParsers.choice("a meaning of a FIN", HalfClose.class, HalfClose::configured, Map.of()),
            HalfClose.CANCEL,
            "Meaning of a client's FIN over HTTP/1.1 while its request is in flight: with `cancel` the client has"
                    + " left, and its exchanges are cancelled, as after a reset; with `serve` it waits for the reply",
            Trait.OF_CONTAINER);
    private static final Group CLIENTS = KEYS.group("clients", "Limits for clients");
    private static final Setting<Long> MAX_REQUEST_HEAD = CLIENTS.key(
            "max-request-head",
            ValueParsers.size(KIB, 64 * KIB),
            8 * KIB,
            "Largest request line with header fields; a longer target is rejected with a 414, longer"
                    + " fields with a 431",
            Trait.OF_CONTAINER);
    private static final Setting<Duration> HEAD_TIMEOUT = CLIENTS.key(
            "head-timeout",
            ValueParsers.durationOrZero(),
            Duration.ofSeconds(20),
            "Time for a request line with header fields, or a frame of HTTP/2, from its first byte to its"
                    + " last; a slower client gets a 408 over HTTP/1.1, and its connection is closed; 0"
                    + " for no limit",
            Trait.OF_CONTAINER);
    private static final Setting<Long> MIN_REQUEST_RATE = CLIENTS.key(
            "min-request-rate",
            ValueParsers.size(0, GIB),
            RATE,
            "Minimum rate of a request body while the server waits for it, in bytes a second; a slower"
                    + " client gets a 408, and its connection is closed, or its stream reset over HTTP/2;"
                    + " 0 for no limit",
            Trait.OF_CONTAINER);
    private static final Setting<Long> MIN_REPLY_RATE = CLIENTS.key(
            "min-reply-rate",
            ValueParsers.size(0, GIB),
            RATE,
            "Minimum rate at which a client must read while a reply waits to be written, in bytes a"
                    + " second; the connection of a slower client is closed, or its stream reset over"
                    + " HTTP/2; 0 for no limit",
            Trait.OF_CONTAINER);
    private static final Setting<Duration> RATE_GRACE = CLIENTS.key(
            "rate-grace",
            ValueParsers.durationOrZero(),
            Duration.ofSeconds(5),
            "Time that a body, or a reply, may wait for the client before its rate counts",
            Trait.OF_CONTAINER);
    private static final Setting<Integer> CROWDED_FROM = CLIENTS.key(
            "crowded-from",
            ValueParsers.wholeNumber(1, MILLION, "connections"),
            5_000,
            "Connections of clients, without those of sessions on topics, beyond which `server.idle-timeout` shrinks for those"
                    + " without a request, in proportion, down to `crowded-idle-timeout`",
            Trait.OF_CONTAINER);
    private static final Setting<Integer> CROWDED_TO = CLIENTS.key(
            "crowded-to",
            ValueParsers.wholeNumber(1, MILLION, "connections"),
            10_000,
            "Connections of clients at which it is `crowded-idle-timeout`",
            Trait.OF_CONTAINER);
    private static final Setting<Duration> CROWDED_IDLE_TIMEOUT = CLIENTS.key(
            "crowded-idle-timeout",
            ValueParsers.duration(),
            Duration.ofSeconds(2),
            "Time that a connection may be without a request where there are `crowded-to` connections or more",
            Trait.OF_CONTAINER);

    private static final SettingsType<ClientSettings> TYPE =
            new SettingsType<>("server", KEYS, ClientSettings::new, ClientSettings::check);

    // The watch of inbound connections reads these for every connection, again and again.
    private final Duration headTimeout;
    private final long minRequestRate;
    private final long minReplyRate;
    private final Duration rateGrace;
    private final int crowdedFrom;
    private final int crowdedTo;
    private final Duration crowdedIdleTimeout;

    ClientSettings(Settings values) {
        super(KEYS, values);
        headTimeout = get(HEAD_TIMEOUT);
        minRequestRate = get(MIN_REQUEST_RATE);
        minReplyRate = get(MIN_REPLY_RATE);
        rateGrace = get(RATE_GRACE);
        crowdedFrom = get(CROWDED_FROM);
        crowdedTo = get(CROWDED_TO);
        crowdedIdleTimeout = get(CROWDED_IDLE_TIMEOUT);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports bounds of the crowd that are in the wrong order. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        int from = values.get(CROWDED_FROM);
        int to = values.get(CROWDED_TO);
        if (to <= from) {
            problems.accept(
                    CROWDED_TO,
                    "'%d' is not more than server.%s; expected more than %d".formatted(to, CROWDED_FROM.path(), from));
        }
    }

    /** Returns {@code half-close}: the meaning of a FIN while a request is answered, over HTTP/1.1. */
    public HalfClose halfClose() {
        return get(HALF_CLOSE);
    }

    /** Returns {@code max-request-head}: bytes of a request line with its fields at most. */
    public int maxRequestHead() {
        return Math.toIntExact(get(MAX_REQUEST_HEAD));
    }

    /** Returns {@code head-timeout}: the time for a head, or a frame, from its first byte; zero for any. */
    public Duration headTimeout() {
        return headTimeout;
    }

    /** Returns {@code min-request-rate}: bytes a second of a body that is awaited; 0 for any. */
    public long minRequestRate() {
        return minRequestRate;
    }

    /** Returns {@code min-reply-rate}: bytes a second of a reply that waits to be written; 0 for any. */
    public long minReplyRate() {
        return minReplyRate;
    }

    /** Returns {@code rate-grace}: the time that a body or a reply may wait before its rate counts. */
    public Duration rateGrace() {
        return rateGrace;
    }

    /** Returns {@code crowded-from}: connections beyond which the time for idle ones shrinks. */
    public int crowdedFrom() {
        return crowdedFrom;
    }

    /** Returns {@code crowded-to}: connections at which it is the least. */
    public int crowdedTo() {
        return crowdedTo;
    }

    /** Returns {@code crowded-idle-timeout}: the least time for idle connections. */
    public Duration crowdedIdleTimeout() {
        return crowdedIdleTimeout;
    }

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
    public static final class Builder extends SettingsBuilder<Builder, ClientSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code half-close}. */
        public Builder halfClose(HalfClose meaning) {
            return put(HALF_CLOSE, meaning);
        }

        /** Sets {@code max-request-head}. */
        public Builder maxRequestHead(long bytes) {
            return put(MAX_REQUEST_HEAD, bytes);
        }

        /** Sets {@code head-timeout}. */
        public Builder headTimeout(Duration whole) {
            return put(HEAD_TIMEOUT, whole);
        }

        /** Sets {@code min-request-rate}. */
        public Builder minRequestRate(long bytesPerSecond) {
            return put(MIN_REQUEST_RATE, bytesPerSecond);
        }

        /** Sets {@code min-reply-rate}. */
        public Builder minReplyRate(long bytesPerSecond) {
            return put(MIN_REPLY_RATE, bytesPerSecond);
        }

        /** Sets {@code rate-grace}. */
        public Builder rateGrace(Duration waiting) {
            return put(RATE_GRACE, waiting);
        }

        /** Sets {@code crowded-from}, {@code crowded-to} and {@code crowded-idle-timeout}. */
        public Builder crowded(int from, int to, Duration idleTimeout) {
            put(CROWDED_FROM, from);
            put(CROWDED_TO, to);
            return put(CROWDED_IDLE_TIMEOUT, idleTimeout);
        }
    }
}
