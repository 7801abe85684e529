package dev.medley.partner.internal.policy;

import dev.medley.connection.internal.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The time during which a response asks clients not to send another request: field Retry-After, as seconds or as a date (RFC 9110, section
 * 10.2.3).
 */
public final class RetryAfter {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    /** As many digits as a long number of nanoseconds can have seconds. */
    private static final int MAX_DIGITS = 9;

    private RetryAfter() {}

    /** Returns whether the field of a response with {@code status} is a request for a pause. */
    public static boolean isAskedBy(int status) {
        return status == TOO_MANY_REQUESTS || status == UNAVAILABLE;
    }

    /** Returns whether {@code status} says that a user has sent too many requests (RFC 6585, section 4). */
    public static boolean isOfOneUser(int status) {
        return status == TOO_MANY_REQUESTS;
    }

    /**
     * Returns the time in nanoseconds; 0 if the field asks for none, or has neither form, and {@link Long#MAX_VALUE} if there
     * are more seconds than fit.
     *
     * @param field value of the field, or null
     * @param date value of the response's field Date, or null: a date is counted from it, because the partner's clock may be wrong
     * @param clock the time that a date is counted from if there is no field Date
     */
    public static long nanos(@Nullable String field, @Nullable String date, InstantSource clock) {
        if (field == null || field.isBlank()) {
            return 0;
        }
        String value = field.strip();
        if (value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return value.length() > MAX_DIGITS
                    ? Long.MAX_VALUE
                    : Duration.ofSeconds(Long.parseLong(value)).toNanos();
        }
        Instant now = clock.instant();
        Instant until = HttpDate.parse(value, now);
        if (until == null) {
            return 0;
        }
        Instant said = date == null ? null : HttpDate.parse(date.strip(), now);
        Duration pause = Duration.between(said == null ? now : said, until);
        if (pause.isNegative()) {
            return 0;
        }
        return pause.toDays() > 365 ? Long.MAX_VALUE : pause.toNanos();
    }
}
