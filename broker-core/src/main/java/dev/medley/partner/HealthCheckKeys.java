package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The keys of active health checks that a partner has. */
record HealthCheckKeys(
        Setting<String> path,
        Setting<Duration> interval,
        Setting<Duration> timeout,
        Setting<Integer> failures,
        Setting<Integer> successes) {

    private static final int MANY = 100;
    private static final String EXPECTED = "an encoded path with an optional query, such as /health";
    private static final Pattern PATH = Pattern.compile("/[-A-Za-z0-9._~!$&'()*+,;=:@/?%]*");
    private static final ValueParser<String> PATHS = new ValueParser<>(
            texts -> checked(texts.get(0)),
            text -> text,
            HealthCheckKeys::checked,
            EXPECTED,
            "path",
            "is not text",
            schema -> schema.put("type", "string").put("pattern", "^" + PATH + "$"),
            Optional.empty());

    /** Declares them in a group of {@code partner}. */
    static HealthCheckKeys in(Group partner) {
        HealthCheckSettings defaults = HealthCheckSettings.OFF;
        Group group = partner.group("health-check", "Active health checks of each endpoint");
        return new HealthCheckKeys(
                group.optional(
                        "path",
                        PATHS,
                        "no checks",
                        "/health",
                        "Target of the GET that checks an endpoint, from the root of its host; a status of 2xx is healthy"),
                group.key(
                        "interval",
                        ValueParsers.duration(),
                        defaults.interval(),
                        "Time between two checks of an endpoint"),
                group.key("timeout", ValueParsers.duration(), defaults.timeout(), "Time for a whole check"),
                group.key(
                        "failures",
                        ValueParsers.wholeNumber(1, MANY, "checks"),
                        defaults.failures(),
                        "Failed checks in a row after which an endpoint is unhealthy, and left out"),
                group.key(
                        "successes",
                        ValueParsers.wholeNumber(1, MANY, "checks"),
                        defaults.successes(),
                        "Successful checks in a row after which it is healthy again"));
    }

    private static String checked(String text) {
        if (!PATH.matcher(text).matches()) {
            throw new InvalidValueException(text, "is not a path", EXPECTED);
        }
        return text;
    }

    HealthCheckSettings settings(Settings values) {
        return new HealthCheckSettings(
                values.find(path),
                values.get(interval),
                values.get(timeout),
                values.get(failures),
                values.get(successes));
    }

    void set(Settings.Builder values, HealthCheckSettings settings) {
        String target = settings.path();
        if (target != null) {
            values.set(path, target);
        }
        values.set(interval, settings.interval());
        values.set(timeout, settings.timeout());
        values.set(failures, settings.failures());
        values.set(successes, settings.successes());
    }

    void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.find(path) != null) {
            return;
        }
        Stream.<Setting<?>>of(interval, timeout, failures, successes)
                .filter(values::isGiven)
                .forEach(setting -> problems.accept(setting, "has no effect; expected " + path.path() + " as well"));
    }
}
