package dev.medley.server.capacity;

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

    /** The comparison of the two amounts. */
    enum Verdict {
        OK("ok"),
        TOO_LOW("too low"),
        UNKNOWN("unknown");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** Creates a finding, which keeps {@code fixes} only for a shortfall. */
    Finding {
        fixes = available.orElse(Double.MAX_VALUE) < needed ? List.copyOf(fixes) : List.of();
    }

    Verdict verdict() {
        return available.isEmpty() ? Verdict.UNKNOWN : isTooLow() ? Verdict.TOO_LOW : Verdict.OK;
    }

    boolean isTooLow() {
        return available.orElse(Double.MAX_VALUE) < needed;
    }
}
