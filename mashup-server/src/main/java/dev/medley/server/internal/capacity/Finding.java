package dev.medley.server.internal.capacity;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The result of one check.
 *
 * @param check its name
 * @param available amount; empty if unknown
 * @param needed amount
 * @param unit of both amounts
 * @param fixes commands and settings that fix a shortfall; empty if there is none
 */
record Finding(String check, OptionalDouble available, double needed, Unit unit, List<String> fixes) {

    /** Creates a finding, which keeps {@code fixes} only for a shortfall. */
    Finding {
        fixes = available.orElse(Double.MAX_VALUE) < needed ? List.copyOf(fixes) : List.of();
    }

    /** Returns {@code ok}, {@code too low} or {@code unknown}. */
    String verdict() {
        return available.isEmpty() ? "unknown" : isTooLow() ? "too low" : "ok";
    }

    boolean isTooLow() {
        return available.orElse(Double.MAX_VALUE) < needed;
    }
}
