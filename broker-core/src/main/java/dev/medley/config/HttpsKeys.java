package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Map;

/** The keys that the mashups have besides {@link TlsKeys}. */
record HttpsKeys(
        Setting<Duration> handshakeTimeout,
        Setting<Duration> hsts,
        Setting<Boolean> hstsSubdomains,
        Setting<Integer> plainPort,
        Setting<PlainReply> plainReply,
        Setting<Integer> publicPort) {

    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    /** Declares them in {@code group}. */
    static HttpsKeys in(Group group) {
        Setting<Duration> handshakeTimeout = group.key(
                "handshake-timeout",
                ValueParsers.duration(),
                HANDSHAKE,
                "Time for a TLS handshake, counted from the connect; a longer one is aborted",
                Trait.OF_CONTAINER);
        Setting<Duration> hsts = group.optional(
                "hsts",
                ValueParsers.durationOrZero(),
                "the header is not sent",
                "365d",
                "Time for which browsers use https only (`Strict-Transport-Security` on each reply over TLS); 0 to revoke it",
                Trait.OF_CONTAINER);
        Setting<Boolean> hstsSubdomains = group.key(
                "hsts-subdomains",
                ValueParsers.flag(),
                false,
                "True if `hsts` covers subdomains too",
                Trait.OF_CONTAINER);
        Group plain = group.group("plain", "Plain HTTP, on a port of its own");
        return new HttpsKeys(
                handshakeTimeout,
                hsts,
                hstsSubdomains,
                plain.optional(
                        "port",
                        ValueParsers.port(),
                        "no plain HTTP",
                        "8088",
                        "Port that answers plain HTTP, on the address of the mashups; 0 for any free one",
                        Trait.OF_CONTAINER),
                plain.key(
                        "reply",
                        ValueParsers.choice(
                                "a reply to plain HTTP", PlainReply.class, PlainReply::configured, Map.of()),
                        PlainReply.REDIRECT,
                        "Reply on that port: `redirect` to https (308), or `refuse` (403)",
                        Trait.OF_CONTAINER),
                plain.optional(
                        "public-port",
                        ValueParsers.port(),
                        "same as `port`",
                        "443",
                        "Port of https as clients see it, for redirects",
                        Trait.OF_CONTAINER));
    }

    /** Returns all of them. */
    Setting<?>[] settings() {
        return new Setting<?>[] {handshakeTimeout, hsts, hstsSubdomains, plainPort, plainReply, publicPort};
    }
}
