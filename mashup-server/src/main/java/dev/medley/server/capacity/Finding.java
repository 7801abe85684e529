package dev.medley.server.capacity;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What there is of something, and what is needed.
 *
 * @param what it is
 * @param there how much there is; empty where the system does not tell
 * @param needed how much is needed
 * @param unit what both count
 * @param mends commands and settings that would mend a shortfall; empty if there is none
 */
record Finding(String what, OptionalDouble there, double needed, Unit unit, List<String> mends) {

    /** A finding that keeps {@code mends} only if they are needed. */
    Finding {
        mends = verdict(there, needed) == Verdict.TOO_LOW ? List.copyOf(mends) : List.of();
    }

    Verdict verdict() {
        return verdict(there, needed);
    }

    boolean isTooLow() {
        return verdict() == Verdict.TOO_LOW;
    }

    private static Verdict verdict(OptionalDouble there, double needed) {
        if (there.isEmpty()) {
            return Verdict.UNKNOWN;
        }
        return there.getAsDouble() < needed ? Verdict.TOO_LOW : Verdict.OK;
    }
}
