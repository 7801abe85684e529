package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.function.BiConsumer;

/** The keys of circuit breakers. */
record BreakerKeys(
        Setting<Boolean> enabled,
        Setting<Integer> failureRate,
        Setting<Duration> window,
        Setting<Integer> minAttempts,
        Setting<Duration> openFor,
        Setting<Integer> probes) {

    private static final int MANY = 10_000;
    private static final int MAX_PERCENT = 100;
    private static final Duration LONGEST_WINDOW = Duration.ofHours(1);

    static BreakerKeys in(Group partner) {
        BreakerSettings defaults = BreakerSettings.OFF;
        Group group = partner.group("breaker", "Circuit breaker of each endpoint");
        return new BreakerKeys(
                group.key(
                        "enabled",
                        ValueParsers.flag(),
                        defaults.enabled(),
                        "Refuse exchanges at once while an endpoint fails"),
                group.key(
                        "failure-rate",
                        ValueParsers.wholeNumber(1, MAX_PERCENT, "percent"),
                        defaults.failureRate(),
                        "Faults among the attempts of the window at which the breaker opens"),
                group.key(
                        "window",
                        ValueParsers.duration(),
                        defaults.window(),
                        "Time over which attempts count, at most an hour; fractions of a second are dropped"),
                group.key(
                        "min-attempts",
                        ValueParsers.wholeNumber(1, MANY, "attempts"),
                        defaults.minAttempts(),
                        "Attempts within the window below which the breaker does not open"),
                group.key(
                        "open-for",
                        ValueParsers.duration(),
                        defaults.openFor(),
                        "Time for which an open breaker refuses exchanges"),
                group.key(
                        "probes",
                        ValueParsers.wholeNumber(1, MANY, "attempts"),
                        defaults.probes(),
                        "Attempts that it then admits; their results close or open it"));
    }

    BreakerSettings settings(Settings values) {
        return new BreakerSettings(
                values.get(enabled),
                values.get(failureRate),
                values.get(window),
                values.get(minAttempts),
                values.get(openFor),
                values.get(probes));
    }

    /** Reports a window that is too short to be counted in, or so long that the counts of all endpoints would fill the heap. */
    void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.get(window).toSeconds() < 1) {
            problems.accept(
                    window, "is shorter than a second, the unit in which attempts are counted; expected 1s or more");
        }
        if (values.get(window).compareTo(LONGEST_WINDOW) > 0) {
            problems.accept(window, "is longer than an hour, and each second of it takes memory; expected 1h or less");
        }
    }

    void set(Settings.Builder values, BreakerSettings settings) {
        values.set(enabled, settings.enabled());
        values.set(failureRate, settings.failureRate());
        values.set(window, settings.window());
        values.set(minAttempts, settings.minAttempts());
        values.set(openFor, settings.openFor());
        values.set(probes, settings.probes());
    }
}
