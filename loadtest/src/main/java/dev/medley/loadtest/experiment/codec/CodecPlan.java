package dev.medley.loadtest.experiment.codec;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The plan of the experiment {@code codec}.
 *
 * @param parts what is measured
 * @param units units of work at once, ascending
 * @param threads threads that run them, ascending
 * @param work CPU milliseconds of a mashup that codes, ascending
 * @param rounds the rounds that are measured with one thread and with one for each core
 * @param quick whether it takes seconds
 */
record CodecPlan(
        Set<CodecPart> parts,
        List<Integer> units,
        List<Integer> threads,
        List<Integer> work,
        int rounds,
        boolean quick) {

    /** Codings of a unit in MODEST's table. */
    static final int PAPER_SLICES = 50;

    private static final int UNITS_IN_ROUNDS = 30_000;
    private static final int QUICK_UNITS_IN_ROUNDS = 500;
    private static final int SLICES = 5;
    private static final int MOST_MASHUP_ROUNDS = 3;

    /** Copies the lists. */
    CodecPlan {
        parts = Set.copyOf(parts);
        units = List.copyOf(units);
        threads = List.copyOf(threads);
        work = List.copyOf(work);
    }

    boolean has(CodecPart part) {
        return parts.contains(part);
    }

    int mostUnits() {
        return units.get(units.size() - 1);
    }

    /** Units of the rounds: fewer than the most, so that all rounds take some minutes. */
    int unitsInRounds() {
        return Math.min(mostUnits(), quick ? QUICK_UNITS_IN_ROUNDS : UNITS_IN_ROUNDS);
    }

    /** Codings of a unit, but for MODEST's table. */
    int slices() {
        return SLICES;
    }

    /** CPU time after which the code of the units, or of the mashups of one way, counts as compiled. */
    Duration warmUp() {
        return quick ? Duration.ofMillis(500) : Duration.ofSeconds(30);
    }

    /** Units of which each has a thread of the platform, ascending. */
    List<Integer> platformUnits() {
        return quick ? List.of(50, 400) : List.of(400, 1_000, 2_000, 5_000, 10_000, 20_000);
    }

    /** Units whose memory is measured, if they share threads. */
    int heldUnits() {
        return mostUnits();
    }

    /** Platform threads whose memory is measured. */
    int heldThreads() {
        return quick ? 100 : 2_000;
    }

    /** Rounds in which mashups are measured. */
    int mashupRounds() {
        return Math.min(MOST_MASHUP_ROUNDS, quick ? 1 : rounds);
    }

    /** The time for which mashups are measured. */
    Duration window() {
        return quick ? Duration.ofSeconds(1) : Duration.ofSeconds(5);
    }

    /** The load before that. */
    Duration settling() {
        return quick ? Duration.ofMillis(300) : Duration.ofSeconds(1);
    }
}
