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

/** The section {@code breaker} of a partner: the circuit breakers of its endpoints. Immutable. */
public final class BreakerSettings extends SettingsView {

    static final Group KEYS = Group.section("breaker", "Circuit breaker of each endpoint");

    private static final int HALF = 50;
    private static final int MANY = 10_000;
    private static final int MAX_PERCENT = 100;
    private static final Duration LONGEST_WINDOW = Duration.ofHours(1);

    private static final Setting<Boolean> ENABLED =
            KEYS.key("enabled", ValueParsers.flag(), false, "Refuse exchanges at once while an endpoint fails");
    private static final Setting<Integer> FAILURE_RATE = KEYS.key(
            "failure-rate",
            ValueParsers.wholeNumber(1, MAX_PERCENT, "percent"),
            HALF,
            "Faults among the attempts of the window at which the breaker opens");
    private static final Setting<Duration> WINDOW = KEYS.key(
            "window",
            ValueParsers.duration(),
            Duration.ofSeconds(10),
            "Time over which attempts count, at most an hour; fractions of a second are dropped");
    private static final Setting<Integer> MIN_ATTEMPTS = KEYS.key(
            "min-attempts",
            ValueParsers.wholeNumber(1, MANY, "attempts"),
            20,
            "Attempts within the window below which the breaker does not open");
    private static final Setting<Duration> OPEN_FOR = KEYS.key(
            "open-for",
            ValueParsers.duration(),
            Duration.ofSeconds(5),
            "Time for which an open breaker refuses exchanges");
    private static final Setting<Integer> PROBES = KEYS.key(
            "probes",
            ValueParsers.wholeNumber(1, MANY, "attempts"),
            3,
            "Attempts that it then admits; their results close or open it");

    private static final SettingsType<BreakerSettings> TYPE =
            new SettingsType<>("partner", KEYS, BreakerSettings::new, BreakerSettings::check);

    BreakerSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports a WINDOW that is too short to be counted in, or so long that the counts of all endpoints would fill the heap. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.get(WINDOW).toSeconds() < 1) {
            problems.accept(
                    WINDOW, "is shorter than a second, the unit in which attempts are counted; expected 1s or more");
        }
        if (values.get(WINDOW).compareTo(LONGEST_WINDOW) > 0) {
            problems.accept(WINDOW, "is longer than an hour, and each second of it takes memory; expected 1h or less");
        }
    }

    /** Returns {@code enabled}. */
    public boolean enabled() {
        return get(ENABLED);
    }

    /** Returns {@code failure-rate}, in percent. */
    public int failureRate() {
        return get(FAILURE_RATE);
    }

    /** Returns {@code window}. */
    public Duration window() {
        return get(WINDOW);
    }

    /** Returns {@code min-attempts}. */
    public int minAttempts() {
        return get(MIN_ATTEMPTS);
    }

    /** Returns {@code open-for}. */
    public Duration openFor() {
        return get(OPEN_FOR);
    }

    /** Returns {@code probes}. */
    public int probes() {
        return get(PROBES);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, BreakerSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code enabled}. */
        public Builder enabled(boolean on) {
            return put(ENABLED, on);
        }

        /** Sets {@code failure-rate}. */
        public Builder failureRate(int percent) {
            return put(FAILURE_RATE, percent);
        }

        /** Sets {@code window}. */
        public Builder window(Duration time) {
            return put(WINDOW, time);
        }

        /** Sets {@code min-attempts}. */
        public Builder minAttempts(int attempts) {
            return put(MIN_ATTEMPTS, attempts);
        }

        /** Sets {@code open-for}. */
        public Builder openFor(Duration time) {
            return put(OPEN_FOR, time);
        }

        /** Sets {@code probes}. */
        public Builder probes(int attempts) {
            return put(PROBES, attempts);
        }
    }
}
