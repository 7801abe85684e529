package dev.medley.server.declared.expression;

import com.dashjoin.jsonata.Functions;
import org.jspecify.annotations.Nullable;

/** The time. The library's own functions give that of the first evaluation of the thread. */
final class TimeFunctions {

    private TimeFunctions() {}

    static @Nullable Object now(Call call) {
        return Functions.dateTimeFromMillis(call.evaluation().millis(), call.text(0), call.text(1));
    }

    static @Nullable Object millis(Call call) {
        return call.evaluation().millis();
    }
}
