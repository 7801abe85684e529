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
import org.jspecify.annotations.Nullable;

/** Settings of mashups that have TLS, in the section {@code tls} of the server. Immutable. */
public final class HttpsSettings extends SettingsView {

    /** The keys that the mashups have besides those of TLS, which are in the same section. */
    static final Group KEYS = Group.section("tls", "HTTPS of the mashups");

    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private static final Setting<Duration> HANDSHAKE_TIMEOUT = KEYS.key(
            "handshake-timeout",
            ValueParsers.duration(),
            HANDSHAKE,
            "Time for a TLS handshake, counted from the connect; a longer one is aborted",
            Trait.OF_CONTAINER);
    private static final Setting<Duration> HSTS = KEYS.optional(
            "hsts",
            ValueParsers.durationOrZero(),
            "the header is not sent",
            "365d",
            "Time for which browsers use https only (`Strict-Transport-Security` on each reply over TLS); 0 to revoke it",
            Trait.OF_CONTAINER);
    private static final Setting<Boolean> HSTS_SUBDOMAINS = KEYS.key(
            "hsts-subdomains", ValueParsers.flag(), false, "True if `hsts` covers subdomains too", Trait.OF_CONTAINER);

    private static final Group PLAIN = KEYS.group("plain", "Plain HTTP, on a port of its own");

    /** The key {@code plain.port}. */
    static final Setting<Integer> PLAIN_PORT = PLAIN.optional(
            "port",
            ValueParsers.port(),
            "no plain HTTP",
            "8088",
            "Port that answers plain HTTP, on the address of the mashups; 0 for any free one",
            Trait.OF_CONTAINER);

    private static final Setting<PlainReply> PLAIN_REPLY = PLAIN.key(
            "reply",
            ValueParsers.choice("a reply to plain HTTP", PlainReply.class, PlainReply::configured, Map.of()),
            PlainReply.REDIRECT,
            "Reply on that port: `redirect` to https (308), or `refuse` (403)",
            Trait.OF_CONTAINER);
    private static final Setting<Integer> PUBLIC_PORT = PLAIN.optional(
            "public-port",
            ValueParsers.port(),
            "same as `port`",
            "443",
            "Port of https as clients see it, for redirects",
            Trait.OF_CONTAINER);

    private static final SettingsType<HttpsSettings> TYPE = new SettingsType<>("server", KEYS, HttpsSettings::new);

    HttpsSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default: there is no plain HTTP. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code handshake-timeout}. */
    public Duration handshakeTimeout() {
        return get(HANDSHAKE_TIMEOUT);
    }

    /** Returns the time for which browsers are to use https only; null if the header is not sent. */
    public @Nullable Duration hsts() {
        return find(HSTS);
    }

    /** Returns whether browsers are to use https for subdomains too. */
    public boolean hstsSubdomains() {
        return get(HSTS_SUBDOMAINS);
    }

    /** Returns the port of plain HTTP, 0 for any free one; null if there is none. */
    public @Nullable Integer plainPort() {
        return find(PLAIN_PORT);
    }

    /** Returns the reply of the port of plain HTTP. */
    public PlainReply plainReply() {
        return get(PLAIN_REPLY);
    }

    /** Returns the port of https as clients see it; null if it is that of the mashups. */
    public @Nullable Integer publicPort() {
        return find(PUBLIC_PORT);
    }

    /** Collects the settings of mashups that have TLS. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, HttpsSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code handshake-timeout}. */
        public Builder handshakeTimeout(Duration whole) {
            return put(HANDSHAKE_TIMEOUT, whole);
        }

        /** Sets the time for which browsers are to use https only, and whether for subdomains too. */
        public Builder hsts(Duration age, boolean subdomains) {
            return put(HSTS, age).put(HSTS_SUBDOMAINS, subdomains);
        }

        /** Sets the port of plain HTTP, 0 for any free one, and its reply. */
        public Builder plain(int port, PlainReply reply) {
            return put(PLAIN_PORT, port).put(PLAIN_REPLY, reply);
        }

        /** Sets the port of https as clients see it. */
        public Builder publicPort(int port) {
            return put(PUBLIC_PORT, port);
        }
    }
}
