package dev.medley.topic;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The section {@code sessions} of the server: clients that are subscribed to topics. Immutable. Sizes are in bytes. */
public final class SessionSettings extends SettingsView {

    private static final Group KEYS = Group.section("sessions", "Sessions of clients that are subscribed to topics");

    private static final int MILLION = 1_000_000;
    private static final long GIB = 1L << 30;
    private static final String SESSIONS = "sessions";
    private static final String SUBSCRIPTIONS = "subscriptions";

    private static final Setting<String> PATH = KEYS.key(
            "path",
            ValueParsers.text(
                    Pattern.compile("(/[A-Za-z0-9._~-]+)+"),
                    "a path",
                    "segments of letters, digits and ._~-, each after a slash",
                    "path"),
            "/topics",
            "Path of topics: WebSockets are opened there, and subjects are below it");
    private static final Setting<Duration> HEARTBEAT = KEYS.key(
            "heartbeat",
            ValueParsers.duration(),
            Duration.ofSeconds(15),
            "Time after which a session without traffic gets a comment or a ping, so that proxies keep it; of a WebSocket that"
                    + " stays silent for as long again the connection is closed",
            Trait.CHANGEABLE);
    private static final Setting<Duration> RECHECK = KEYS.key(
            "recheck",
            ValueParsers.duration(),
            Duration.ofSeconds(10),
            "Time after which the rule of a topic is applied to a subscription again; one that it refuses then ends",
            Trait.CHANGEABLE);
    private static final Setting<String> COOKIE = KEYS.optional(
            "cookie",
            ValueParsers.fieldName(Set.of()),
            "none",
            "topics_token",
            "Cookie whose value counts as a token in `Authorization: Bearer` where that field is missing, for browsers, which"
                    + " cannot set fields of an `EventSource` or a `WebSocket`",
            Trait.CHANGEABLE);
    private static final Setting<Integer> MAX = limit("max-sessions", SESSIONS, 100_000, "Maximum number of sessions");
    private static final Setting<Integer> MAX_PER_ADDRESS = limit(
            "max-sessions-per-address",
            SESSIONS,
            1000,
            "Maximum number of sessions of an address (of IPv6 the first 64 bits)");
    private static final Setting<Integer> MAX_PER_CALLER =
            limit("max-sessions-per-caller", SESSIONS, 1000, "Maximum number of sessions of a caller");
    private static final Setting<Integer> MAX_SUBSCRIPTIONS =
            limit("max-subscriptions", SUBSCRIPTIONS, MILLION, "Maximum number of subscriptions of all sessions");
    private static final Setting<Integer> MAX_SUBSCRIPTIONS_PER_ADDRESS = limit(
            "max-subscriptions-per-address",
            SUBSCRIPTIONS,
            10_000,
            "Maximum number of subscriptions of an address (of IPv6 the first 64 bits)");
    private static final Setting<Integer> MAX_SUBSCRIPTIONS_PER_CALLER =
            limit("max-subscriptions-per-caller", SUBSCRIPTIONS, 10_000, "Maximum number of subscriptions of a caller");
    private static final Setting<Long> MAX_LOG_BYTES = KEYS.optional(
            "max-log-bytes",
            ValueParsers.size(1, 1024 * GIB),
            "a quarter of the maximum heap",
            "1GiB",
            "Maximum size of the logs of all topics together; of more, the largest log loses its oldest messages",
            Trait.CHANGEABLE);

    private static final SettingsType<SessionSettings> TYPE = new SettingsType<>("server", KEYS, SessionSettings::new);

    private SessionSettings(Settings values) {
        super(KEYS, values);
    }

    private static Setting<Integer> limit(String name, String unit, int most, String help) {
        return KEYS.key(name, ValueParsers.wholeNumber(1, 100 * MILLION, unit), most, help, Trait.CHANGEABLE);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns {@code path}. */
    public String path() {
        return get(PATH);
    }

    /** Returns {@code heartbeat}. */
    public Duration heartbeat() {
        return get(HEARTBEAT);
    }

    /** Returns {@code recheck}. */
    public Duration recheck() {
        return get(RECHECK);
    }

    /** Returns {@code cookie}; null for none. */
    public @Nullable String cookie() {
        return find(COOKIE);
    }

    /** Returns {@code max-sessions}. */
    public int maxSessions() {
        return get(MAX);
    }

    /** Returns {@code max-sessions-per-address}. */
    public int maxSessionsPerAddress() {
        return get(MAX_PER_ADDRESS);
    }

    /** Returns {@code max-sessions-per-caller}. */
    public int maxSessionsPerCaller() {
        return get(MAX_PER_CALLER);
    }

    /** Returns {@code max-subscriptions}. */
    public int maxSubscriptions() {
        return get(MAX_SUBSCRIPTIONS);
    }

    /** Returns {@code max-subscriptions-per-address}. */
    public int maxSubscriptionsPerAddress() {
        return get(MAX_SUBSCRIPTIONS_PER_ADDRESS);
    }

    /** Returns {@code max-subscriptions-per-caller}. */
    public int maxSubscriptionsPerCaller() {
        return get(MAX_SUBSCRIPTIONS_PER_CALLER);
    }

    /** Returns {@code max-log-bytes}; null for a quarter of the maximum heap. */
    public @Nullable Long maxLogBytes() {
        return find(MAX_LOG_BYTES);
    }

    /** Collects the settings of sessions. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, SessionSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code path}. */
        public Builder path(String path) {
            return put(PATH, path);
        }

        /** Sets {@code heartbeat}. */
        public Builder heartbeat(Duration silence) {
            return put(HEARTBEAT, silence);
        }

        /** Sets {@code recheck}. */
        public Builder recheck(Duration interval) {
            return put(RECHECK, interval);
        }

        /** Sets {@code cookie}. */
        public Builder cookie(String name) {
            return put(COOKIE, name);
        }

        /** Sets {@code max-sessions}, {@code max-sessions-per-address} and {@code max-sessions-per-caller}. */
        public Builder maxSessions(int all, int perAddress, int perCaller) {
            put(MAX, all);
            put(MAX_PER_ADDRESS, perAddress);
            return put(MAX_PER_CALLER, perCaller);
        }

        /** Sets {@code max-subscriptions}, {@code max-subscriptions-per-address} and {@code max-subscriptions-per-caller}. */
        public Builder maxSubscriptions(int all, int perAddress, int perCaller) {
            put(MAX_SUBSCRIPTIONS, all);
            put(MAX_SUBSCRIPTIONS_PER_ADDRESS, perAddress);
            return put(MAX_SUBSCRIPTIONS_PER_CALLER, perCaller);
        }

        /** Sets {@code max-log-bytes}. */
        public Builder maxLogBytes(long bytes) {
            return put(MAX_LOG_BYTES, bytes);
        }
    }
}
