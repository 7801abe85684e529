package dev.medley.server.internal.declared.expression.function;

import com.dashjoin.jsonata.Functions;
import dev.medley.server.internal.declared.expression.value.ExactArithmetic;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The time. The library's own functions give that of the first evaluation of the thread, and other numbers of weeks. */
final class TimeFunctions {

    private static final int HUNDRED = 100;
    private static final int MINUTES = 60;
    private static final int SECONDS = 60;

    private TimeFunctions() {}

    static @Nullable Object now(Call call) {
        return format(call, call.evaluation().millis(), call.text(0), call.text(1));
    }

    static @Nullable Object millis(Call call) {
        return call.evaluation().millis();
    }

    static @Nullable Object fromMillis(Call call) {
        Number millis = call.number(0);
        if (millis == null) {
            return null;
        }
        double whole = ExactArithmetic.rounded(millis, 0, RoundingMode.FLOOR).doubleValue();
        if (Math.abs(whole) > Long.MAX_VALUE) {
            throw call.refusal("the number of milliseconds is out of range");
        }
        return format(call, (long) whole, call.text(1), call.text(2));
    }

    private static String format(Call call, long millis, @Nullable String picture, @Nullable String zone) {
        if (picture == null || picture.indexOf('[') < 0) {
            return Functions.dateTimeFromMillis(millis, picture, zone);
        }
        String exact = new WeekPicture(
                        day(call, millis, zone), (each, part) -> Functions.dateTimeFromMillis(each, part, null))
                .applied(picture);
        return Functions.dateTimeFromMillis(millis, exact, zone);
    }

    /** The day in a zone such as {@code -0500}. */
    private static LocalDate day(Call call, long millis, @Nullable String zone) {
        int offset = zone == null ? 0 : Integer.parseInt(zone);
        long seconds = (offset / HUNDRED * MINUTES + offset % HUNDRED) * (long) SECONDS;
        try {
            return Instant.ofEpochMilli(millis)
                    .plusSeconds(seconds)
                    .atOffset(ZoneOffset.UTC)
                    .toLocalDate();
        } catch (DateTimeException x) {
            throw call.refusal("the number of milliseconds is out of range");
        }
    }
}
