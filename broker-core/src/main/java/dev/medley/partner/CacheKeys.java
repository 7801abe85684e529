package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.function.BiConsumer;

/** The keys of the cache that a partner has. */
record CacheKeys(
        Setting<Boolean> enabled,
        Setting<Long> maxBytes,
        Setting<Long> maxBody,
        Setting<Boolean> coalesce,
        Setting<Duration> heuristicFreshness,
        Setting<Duration> staleWhileRevalidate,
        Setting<Duration> staleIfError) {

    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    /** Declares them in a group of {@code partner}. */
    static CacheKeys in(Group partner) {
        CacheSettings defaults = CacheSettings.OFF;
        Group group = partner.group("cache", "A cache of the partner's responses to GET, for all mashups (RFC 9111)");
        return new CacheKeys(
                group.key(
                        "enabled",
                        ValueParsers.flag(),
                        defaults.enabled(),
                        "True to store responses that permit it, and to answer exchanges from them"),
                group.key(
                        "max-bytes",
                        ValueParsers.size(MIB, 64 * GIB),
                        defaults.maxBytes(),
                        "Maximum size of all stored responses, in the heap; beyond it the least used ones are removed"),
                group.key(
                        "max-body",
                        ValueParsers.size(0, GIB),
                        defaults.maxBody(),
                        "Largest body that is stored; at most `cache.max-bytes`"),
                group.key(
                        "coalesce",
                        ValueParsers.flag(),
                        defaults.coalesce(),
                        "True to coalesce equal requests in flight: they wait for one response, if all of them may use it"),
                group.key(
                        "heuristic-freshness",
                        ValueParsers.durationOrZero(),
                        defaults.heuristicFreshness(),
                        "Longest time for which a response without a lifetime of its own is fresh: a tenth of the time"
                                + " since its Last-Modified, up to this; 0 for none"),
                group.key(
                        "stale-while-revalidate",
                        ValueParsers.durationOrZero(),
                        defaults.staleWhileRevalidate(),
                        "Time for which a stale response is used while it is validated in the background, unless the"
                                + " response sets a time of its own or forbids it"),
                group.key(
                        "stale-if-error",
                        ValueParsers.durationOrZero(),
                        defaults.staleIfError(),
                        "Time for which a stale response is used in place of a failure, unless the response sets a"
                                + " time of its own or forbids it"));
    }

    /** The values in one. */
    CacheSettings settings(Settings values) {
        return new CacheSettings(
                values.get(enabled),
                values.get(maxBytes),
                values.get(maxBody),
                values.get(coalesce),
                values.get(heuristicFreshness),
                values.get(staleWhileRevalidate),
                values.get(staleIfError));
    }

    void set(Settings.Builder values, CacheSettings settings) {
        values.set(enabled, settings.enabled());
        values.set(maxBytes, settings.maxBytes());
        values.set(maxBody, settings.maxBody());
        values.set(coalesce, settings.coalesce());
        values.set(heuristicFreshness, settings.heuristicFreshness());
        values.set(staleWhileRevalidate, settings.staleWhileRevalidate());
        values.set(staleIfError, settings.staleIfError());
    }

    /** Reports values that are valid each by itself, but not together. */
    void check(Settings values, Setting<Integer> redirects, BiConsumer<Setting<?>, String> problems) {
        if (values.get(enabled) && values.get(redirects) > 0) {
            problems.accept(
                    redirects,
                    ("cannot be combined with %s: true, because exchanges that follow redirects are not cacheable;"
                                    + " expected 0")
                            .formatted(enabled.path()));
        }
        if (values.get(maxBody) > values.get(maxBytes)) {
            problems.accept(
                    maxBody,
                    "is more than %s; expected at most %s"
                            .formatted(maxBytes.path(), maxBytes.parser().format(values.get(maxBytes))));
        }
    }
}
