package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;

/** The keys of clients that leave, are slow, or stay idle. */
record ClientKeys(
        Setting<HalfClose> halfClose,
        Setting<Long> maxRequestHead,
        Setting<Duration> headTimeout,
        Setting<Long> minRequestRate,
        Setting<Long> minReplyRate,
        Setting<Duration> rateGrace,
        Setting<Integer> crowdedFrom,
        Setting<Integer> crowdedTo,
        Setting<Duration> crowdedIdleTimeout) {

    private static final int MILLION = 1_000_000;
    private static final long KIB = 1L << 10;
    private static final long GIB = 1L << 30;
    /** The defaults of Kestrel for {@code MinRequestBodyDataRate} and {@code MinResponseDataRate}. */
    private static final long RATE = 240;

    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration HEAD = Duration.ofSeconds(20);
    private static final Duration CROWDED = Duration.ofSeconds(2);
    private static final int FROM = 5_000;
    private static final int TO = 10_000;

    /** Declares them in {@code server}. */
    static ClientKeys in(Group server) {
        Setting<HalfClose> halfClose = server.key(
                "half-close",
                ValueParsers.choice("a meaning of a FIN", HalfClose.class, HalfClose::configured, Map.of()),
                HalfClose.CANCEL,
                "Meaning of a client's FIN over HTTP/1.1 while its request is in flight: with `cancel` the client has"
                        + " left, and its exchanges are cancelled, as after a reset; with `serve` it waits for the reply",
                Trait.OF_CONTAINER);
        Group clients = server.group("clients", "Limits for clients");
        return new ClientKeys(
                halfClose,
                clients.key(
                        "max-request-head",
                        ValueParsers.size(KIB, 64 * KIB),
                        8 * KIB,
                        "Largest request line with header fields; a longer target is rejected with a 414, longer"
                                + " fields with a 431",
                        Trait.OF_CONTAINER),
                clients.key(
                        "head-timeout",
                        ValueParsers.durationOrZero(),
                        HEAD,
                        "Time for a request line with header fields, or a frame of HTTP/2, from its first byte to its"
                                + " last; a slower client gets a 408 over HTTP/1.1, and its connection is closed; 0"
                                + " for no limit",
                        Trait.OF_CONTAINER),
                clients.key(
                        "min-request-rate",
                        ValueParsers.size(0, GIB),
                        RATE,
                        "Minimum rate of a request body while the server waits for it, in bytes a second; a slower"
                                + " client gets a 408, and its connection is closed, or its stream reset over HTTP/2;"
                                + " 0 for no limit",
                        Trait.OF_CONTAINER),
                clients.key(
                        "min-reply-rate",
                        ValueParsers.size(0, GIB),
                        RATE,
                        "Minimum rate at which a client must read while a reply waits to be written, in bytes a"
                                + " second; the connection of a slower client is closed, or its stream reset over"
                                + " HTTP/2; 0 for no limit",
                        Trait.OF_CONTAINER),
                clients.key(
                        "rate-grace",
                        ValueParsers.durationOrZero(),
                        GRACE,
                        "Time that a body, or a reply, may wait for the client before its rate counts",
                        Trait.OF_CONTAINER),
                clients.key(
                        "crowded-from",
                        ValueParsers.wholeNumber(1, MILLION, "connections"),
                        FROM,
                        "Connections of clients beyond which `server.idle-timeout` shrinks for those without a request, in"
                                + " proportion, down to `crowded-idle-timeout`",
                        Trait.OF_CONTAINER),
                clients.key(
                        "crowded-to",
                        ValueParsers.wholeNumber(1, MILLION, "connections"),
                        TO,
                        "Connections of clients at which it is `crowded-idle-timeout`",
                        Trait.OF_CONTAINER),
                clients.key(
                        "crowded-idle-timeout",
                        ValueParsers.duration(),
                        CROWDED,
                        "Time that a connection may be without a request where there are `crowded-to` connections or more",
                        Trait.OF_CONTAINER));
    }

    /** The values in one. */
    ClientSettings settings(Settings values) {
        return new ClientSettings(
                values.get(halfClose),
                Math.toIntExact(values.get(maxRequestHead)),
                values.get(headTimeout),
                values.get(minRequestRate),
                values.get(minReplyRate),
                values.get(rateGrace),
                values.get(crowdedFrom),
                values.get(crowdedTo),
                values.get(crowdedIdleTimeout));
    }

    /** Reports bounds of the crowd that are in the wrong order. */
    void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        int from = values.get(crowdedFrom);
        int to = values.get(crowdedTo);
        if (to <= from) {
            problems.accept(
                    crowdedTo,
                    "'%d' is not more than server.%s; expected more than %d".formatted(to, crowdedFrom.path(), from));
        }
    }
}
