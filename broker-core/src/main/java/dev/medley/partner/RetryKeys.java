package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** The keys of retries that a partner has, beside their number. */
record RetryKeys(
        Setting<Integer> connectRetries,
        Setting<List<Integer>> statuses,
        Setting<Duration> backoff,
        Setting<Duration> maxBackoff,
        Setting<Integer> budget,
        Setting<Integer> minRetries,
        Setting<Duration> maxRetryAfter,
        Setting<Boolean> sharedRateLimit) {

    private static final int FIRST_STATUS = 400;
    private static final int LAST_STATUS = 599;
    private static final int PERCENT = 100;
    private static final int MAX_MINIMUM = 100_000;

    /** Declares them in a group of {@code partner}. */
    static RetryKeys in(Group partner, ValueParser<Integer> times) {
        RetrySettings defaults = RetrySettings.DEFAULT;
        Group group = partner.group("retry", "Further settings of retries");
        return new RetryKeys(
                group.key("connect-retries", times, 1, "Number of retries of a connect"),
                group.key(
                        "statuses",
                        ValueParsers.list(ValueParsers.wholeNumber(FIRST_STATUS, LAST_STATUS, "a status")),
                        defaults.statuses().stream().sorted().toList(),
                        "Response statuses after which a request is retried, if that is safe; the response to the last"
                                + " attempt is used, whatever its status"),
                group.key(
                        "backoff",
                        ValueParsers.durationOrZero(),
                        defaults.backoff(),
                        "Upper bound of the random pause before the first retry; it doubles with each further retry; 0"
                                + " for no pause"),
                group.key(
                        "max-backoff",
                        ValueParsers.durationOrZero(),
                        defaults.maxBackoff(),
                        "Upper bound of the pause before any retry"),
                group.key(
                        "budget",
                        ValueParsers.wholeNumber(0, PERCENT, "percent"),
                        defaults.budget(),
                        "Maximum number of retries and hedges for each hundred exchanges that were answered in the"
                                + " last 10 s"),
                group.key(
                        "min-retries",
                        ValueParsers.wholeNumber(0, MAX_MINIMUM, "attempts"),
                        defaults.minRetries(),
                        "Retries and hedges in 10 s that are permitted regardless of the budget, for a partner with"
                                + " few exchanges"),
                group.key(
                        "max-retry-after",
                        ValueParsers.durationOrZero(),
                        defaults.maxRetryAfter(),
                        "Longest pause that `Retry-After` of a response can cause: with status 503 for all exchanges with that"
                                + " endpoint, with 429 for the exchange that got it; 0 to ignore the field"),
                group.key(
                        "shared-rate-limit",
                        ValueParsers.flag(),
                        defaults.sharedRateLimit(),
                        "True if the partner limits the requests of this server as a whole, and not those of each user: then a"
                                + " `Retry-After` with status 429 pauses all exchanges with that endpoint, as one with 503 does"));
    }

    /** The values in one. */
    RetrySettings options(Settings values) {
        return new RetrySettings(
                Set.copyOf(values.get(statuses)),
                values.get(backoff),
                values.get(maxBackoff),
                values.get(budget),
                values.get(minRetries),
                values.get(maxRetryAfter),
                values.get(sharedRateLimit));
    }

    void set(Settings.Builder values, RetrySettings options) {
        values.set(statuses, options.statuses().stream().sorted().toList());
        values.set(backoff, options.backoff());
        values.set(maxBackoff, options.maxBackoff());
        values.set(budget, options.budget());
        values.set(minRetries, options.minRetries());
        values.set(maxRetryAfter, options.maxRetryAfter());
        values.set(sharedRateLimit, options.sharedRateLimit());
    }

    /** Reports values that are valid each by itself, but not together. */
    void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.get(maxBackoff).compareTo(values.get(backoff)) < 0) {
            problems.accept(
                    maxBackoff,
                    "is less than %s, %d ms; expected at least that"
                            .formatted(backoff.path(), values.get(backoff).toMillis()));
        }
    }
}
