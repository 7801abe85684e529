package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.function.BiConsumer;

/** The section {@code cache} of a partner: the cache of its responses. Immutable. */
public final class CacheSettings extends SettingsView {

    static final Group KEYS =
            Group.section("cache", "A cache of the partner's responses to GET, for all mashups (RFC 9111)");

    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private static final Setting<Boolean> ENABLED = KEYS.key(
            "enabled",
            ValueParsers.flag(),
            false,
            "True to store responses that permit it, and to answer exchanges from them");
    private static final Setting<Long> MAX_BYTES = KEYS.key(
            "max-bytes",
            ValueParsers.size(MIB, 64 * GIB),
            64 * MIB,
            "Maximum size of all stored responses, in the heap; beyond it the least used ones are removed");
    private static final Setting<Long> MAX_BODY = KEYS.key(
            "max-body", ValueParsers.size(0, GIB), MIB, "Largest body that is stored; at most `cache.max-bytes`");
    private static final Setting<Boolean> COALESCE = KEYS.key(
            "coalesce",
            ValueParsers.flag(),
            true,
            "True to coalesce equal requests in flight: they wait for one response, if all of them may use it");
    private static final Setting<Duration> HEURISTIC_FRESHNESS = KEYS.key(
            "heuristic-freshness",
            ValueParsers.durationOrZero(),
            Duration.ZERO,
            "Longest time for which a response without a lifetime of its own is fresh: a tenth of the time"
                    + " since its Last-Modified, up to this; 0 for none");
    private static final Setting<Duration> STALE_WHILE_REVALIDATE = KEYS.key(
            "stale-while-revalidate",
            ValueParsers.durationOrZero(),
            Duration.ZERO,
            "Time for which a stale response is used while it is validated in the background, unless the"
                    + " response sets a time of its own or forbids it");
    private static final Setting<Duration> STALE_IF_ERROR = KEYS.key(
            "stale-if-error",
            ValueParsers.durationOrZero(),
            Duration.ZERO,
            "Time for which a stale response is used in place of a failure, unless the response sets a"
                    + " time of its own or forbids it");

    private static final SettingsType<CacheSettings> TYPE = new SettingsType<>("partner", KEYS, CacheSettings::new);

    CacheSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports values that are valid each by itself, but not together. */
    static void check(Settings values, Setting<Integer> redirects, BiConsumer<Setting<?>, String> problems) {
        if (values.get(ENABLED) && values.get(redirects) > 0) {
            problems.accept(
                    redirects,
                    ("cannot be combined with %s: true, because exchanges that follow redirects are not cacheable;"
                                    + " expected 0")
                            .formatted(ENABLED.path()));
        }
        if (values.get(MAX_BODY) > values.get(MAX_BYTES)) {
            problems.accept(
                    MAX_BODY,
                    "is more than %s; expected at most %s"
                            .formatted(MAX_BYTES.path(), MAX_BYTES.parser().format(values.get(MAX_BYTES))));
        }
    }

    /** Returns {@code enabled}. */
    public boolean enabled() {
        return get(ENABLED);
    }

    /** Returns {@code max-bytes}, of all stored responses. */
    public long maxBytes() {
        return get(MAX_BYTES);
    }

    /** Returns {@code max-body}, in bytes. */
    public long maxBody() {
        return get(MAX_BODY);
    }

    /** Returns {@code coalesce}. */
    public boolean coalesce() {
        return get(COALESCE);
    }

    /** Returns {@code heuristic-freshness}. */
    public Duration heuristicFreshness() {
        return get(HEURISTIC_FRESHNESS);
    }

    /** Returns {@code stale-while-revalidate}. */
    public Duration staleWhileRevalidate() {
        return get(STALE_WHILE_REVALIDATE);
    }

    /** Returns {@code stale-if-error}. */
    public Duration staleIfError() {
        return get(STALE_IF_ERROR);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, CacheSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code enabled}. */
        public Builder enabled(boolean on) {
            return put(ENABLED, on);
        }

        /** Sets {@code max-bytes}. */
        public Builder maxBytes(long all) {
            return put(MAX_BYTES, all);
        }

        /** Sets {@code max-body}. */
        public Builder maxBody(long body) {
            return put(MAX_BODY, body);
        }

        /** Sets {@code coalesce}. */
        public Builder coalesce(boolean on) {
            return put(COALESCE, on);
        }

        /** Sets {@code heuristic-freshness}. */
        public Builder heuristicFreshness(Duration longest) {
            return put(HEURISTIC_FRESHNESS, longest);
        }

        /** Sets {@code stale-while-revalidate}. */
        public Builder staleWhileRevalidate(Duration time) {
            return put(STALE_WHILE_REVALIDATE, time);
        }

        /** Sets {@code stale-if-error}. */
        public Builder staleIfError(Duration time) {
            return put(STALE_IF_ERROR, time);
        }
    }
}
