package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The section {@code retry} of a partner: the retries of its exchanges, beside their number {@code retries}. Immutable. */
public final class RetrySettings extends SettingsView {

    static final Group KEYS = Group.section("retry", "Further settings of retries");

    /** The most retries of a kind. */
    static final int MAX_TIMES = 100;

    private static final int FIRST_STATUS = 400;
    private static final int LAST_STATUS = 599;
    private static final int PERCENT = 100;
    private static final int MAX_MINIMUM = 100_000;

    private static final Setting<Integer> CONNECT_RETRIES = KEYS.key(
            "connect-retries", ValueParsers.wholeNumber(0, MAX_TIMES, "times"), 1, "Number of retries of a connect");
    private static final Setting<List<Integer>> STATUSES = KEYS.key(
            "statuses",
            ValueParsers.list(ValueParsers.wholeNumber(FIRST_STATUS, LAST_STATUS, "a status")),
            List.of(429, 502, 503, 504),
            "Response statuses after which a request is retried, if that is safe; the response to the last"
                    + " attempt is used, whatever its status");
    private static final Setting<Duration> BACKOFF = KEYS.key(
            "backoff",
            ValueParsers.durationOrZero(),
            Duration.ofMillis(50),
            "Upper bound of the random pause before the first retry; it doubles with each further retry; 0"
                    + " for no pause");
    private static final Setting<Duration> MAX_BACKOFF = KEYS.key(
            "max-backoff",
            ValueParsers.durationOrZero(),
            Duration.ofSeconds(1),
            "Upper bound of the pause before any retry");
    private static final Setting<Integer> BUDGET = KEYS.key(
            "budget",
            ValueParsers.wholeNumber(0, PERCENT, "percent"),
            20,
            "Maximum number of retries and hedges for each hundred exchanges that were answered in the" + " last 10 s");
    private static final Setting<Integer> MIN_RETRIES = KEYS.key(
            "min-retries",
            ValueParsers.wholeNumber(0, MAX_MINIMUM, "attempts"),
            10,
            "Retries and hedges in 10 s that are permitted regardless of the budget, for a partner with"
                    + " few exchanges");
    private static final Setting<Duration> MAX_RETRY_AFTER = KEYS.key(
            "max-retry-after",
            ValueParsers.durationOrZero(),
            Duration.ofSeconds(10),
            "Longest pause that `Retry-After` of a response can cause: with status 503 for all exchanges with that"
                    + " endpoint, with 429 for the exchange that got it; 0 to ignore the field");
    private static final Setting<Boolean> SHARED_RATE_LIMIT = KEYS.key(
            "shared-rate-limit",
            ValueParsers.flag(),
            false,
            "True if the partner limits this server's requests as a whole, not each user's. Then a `Retry-After` with"
                    + " status 429 pauses all exchanges with that endpoint, as one with 503 does");

    private static final SettingsType<RetrySettings> TYPE =
            new SettingsType<>("partner", KEYS, RetrySettings::new, RetrySettings::check);

    RetrySettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports values that are valid each by itself, but not together. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        if (values.get(MAX_BACKOFF).compareTo(values.get(BACKOFF)) < 0) {
            problems.accept(
                    MAX_BACKOFF,
                    "is less than %s, %d ms; expected at least that"
                            .formatted(BACKOFF.path(), values.get(BACKOFF).toMillis()));
        }
    }

    /** Returns {@code connect-retries}. */
    public int connectRetries() {
        return get(CONNECT_RETRIES);
    }

    /** Returns {@code statuses}. */
    public Set<Integer> statuses() {
        return Set.copyOf(get(STATUSES));
    }

    /** Returns {@code backoff}. */
    public Duration backoff() {
        return get(BACKOFF);
    }

    /** Returns {@code max-backoff}. */
    public Duration maxBackoff() {
        return get(MAX_BACKOFF);
    }

    /** Returns {@code budget}, in percent. */
    public int budget() {
        return get(BUDGET);
    }

    /** Returns {@code min-retries}. */
    public int minRetries() {
        return get(MIN_RETRIES);
    }

    /** Returns {@code max-retry-after}. */
    public Duration maxRetryAfter() {
        return get(MAX_RETRY_AFTER);
    }

    /** Returns {@code shared-rate-limit}. */
    public boolean sharedRateLimit() {
        return get(SHARED_RATE_LIMIT);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, RetrySettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code connect-retries}. */
        public Builder connectRetries(int times) {
            return put(CONNECT_RETRIES, times);
        }

        /** Sets {@code statuses}. */
        public Builder statuses(Integer... others) {
            return put(STATUSES, Stream.of(others).sorted().toList());
        }

        /** Sets {@code backoff}. */
        public Builder backoff(Duration first) {
            return put(BACKOFF, first);
        }

        /** Sets {@code max-backoff}. */
        public Builder maxBackoff(Duration longest) {
            return put(MAX_BACKOFF, longest);
        }

        /** Sets {@code budget}. */
        public Builder budget(int percent) {
            return put(BUDGET, percent);
        }

        /** Sets {@code min-retries}. */
        public Builder minRetries(int attempts) {
            return put(MIN_RETRIES, attempts);
        }

        /** Sets {@code max-retry-after}. */
        public Builder maxRetryAfter(Duration longest) {
            return put(MAX_RETRY_AFTER, longest);
        }

        /** Sets {@code shared-rate-limit}. */
        public Builder sharedRateLimit(boolean shared) {
            return put(SHARED_RATE_LIMIT, shared);
        }
    }
}
