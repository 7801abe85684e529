package dev.medley.server.internal.declared.expression.syntax;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Bounds of one evaluation, and the clocks that it sees. The bounds that are constants hold for every evaluation.
 *
 * @param time the longest time, by the clock on the wall; an evaluation does not wait for anything
 * @param nanoTime as {@link System#nanoTime()}
 * @param calendar the time of {@code $now()} and {@code $millis()}
 */
public record Bounds(Duration time, LongSupplier nanoTime, InstantSource calendar) {

    /** One second. */
    public static final Bounds DEFAULT = new Bounds(Duration.ofSeconds(1), System::nanoTime, InstantSource.system());

    /** Characters of a string, of the result or on the way to it. */
    public static final int MAX_TEXT = 16 << 20;

    /** Items of a list, and members of an object, of the result or on the way to it. */
    public static final int MAX_ITEMS = 1_000_000;

    /**
     * Evaluations within one another. With code that is interpreted, or compiled in haste, each takes up to 2.4 KiB of the stack.
     * Three quarters of a stack of 512 KiB are enough; the rest is for the caller.
     */
    public static final int MAX_DEPTH = 160;

    /** Operators and brackets of an expression that are within one another, so that it can be parsed and evaluated. */
    static final int MAX_NESTING = 100;

    /** Levels of a result: those of a JSON document that Medley reads. */
    public static final int MAX_LEVELS = 500;

    /** Refuses a time that is not positive. */
    public Bounds {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("time of an evaluation: " + time + " is not positive");
        }
    }
}
