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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The section {@code health-check} of a partner: active checks of its endpoints. Immutable. */
public final class HealthCheckSettings extends SettingsView {

    static final Group KEYS = Group.section("health-check", "Active health checks of each endpoint");

    private static final int MANY = 100;
    private static final Setting<String> PATH = KEYS.optional(
            "path",
            ValueParsers.target(),
            "no checks",
            "/health",
            "Target of the GET that checks an endpoint, from the root of its host; a status of 2xx is healthy");
    private static final Setting<Duration> INTERVAL = KEYS.key(
            "interval", ValueParsers.duration(), Duration.ofSeconds(5), "Time between two checks of an endpoint");
    private static final Setting<Duration> TIMEOUT =
            KEYS.key("timeout", ValueParsers.duration(), Duration.ofSeconds(2), "Time for a whole check");
    private static final Setting<Integer> FAILURES = KEYS.key(
            "failures",
            ValueParsers.wholeNumber(1, MANY, "checks"),
            3,
            "Failed checks in a row after which an endpoint is unhealthy and excluded");
    private static final Setting<Integer> SUCCESSES = KEYS.key(
            "successes",
            ValueParsers.wholeNumber(1, MANY, "checks"),
            2,
            "Successful checks in a row after which it is healthy again");

    private static final SettingsType<HealthCheckSettings> TYPE =
            new SettingsType<>("partner", KEYS, HealthCheckSettings::new, HealthCheckSettings::check);

    HealthCheckSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.find(PATH) != null) {
            return;
        }
        Stream.<Setting<?>>of(INTERVAL, TIMEOUT, FAILURES, SUCCESSES)
                .filter(values::isGiven)
                .forEach(setting -> problems.accept(setting, "has no effect; expected " + PATH.path() + " as well"));
    }

    /** Returns {@code path}; null for no checks. */
    public @Nullable String path() {
        return find(PATH);
    }

    /** Returns {@code interval}. */
    public Duration interval() {
        return get(INTERVAL);
    }

    /** Returns {@code timeout}. */
    public Duration timeout() {
        return get(TIMEOUT);
    }

    /** Returns {@code failures}. */
    public int failures() {
        return get(FAILURES);
    }

    /** Returns {@code successes}. */
    public int successes() {
        return get(SUCCESSES);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, HealthCheckSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code path}. */
        public Builder path(String target) {
            return put(PATH, target);
        }

        /** Sets {@code interval}. */
        public Builder interval(Duration time) {
            return put(INTERVAL, time);
        }

        /** Sets {@code timeout}. */
        public Builder timeout(Duration whole) {
            return put(TIMEOUT, whole);
        }

        /** Sets {@code failures}. */
        public Builder failures(int checks) {
            return put(FAILURES, checks);
        }

        /** Sets {@code successes}. */
        public Builder successes(int checks) {
            return put(SUCCESSES, checks);
        }
    }
}
