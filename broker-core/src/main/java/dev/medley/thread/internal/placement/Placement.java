package dev.medley.thread.internal.placement;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the code of one mashup runs, and what has decided that. Immutable: each event makes another placement, by this table.
 *
 * <table>
 * <caption>The placement after each event</caption>
 * <tr><th>decided by</th><th>stalls</th><th>quiet</th><th>the operator names a place</th><th>the operator gives it back</th>
 *     <th>a reload gives something else</th></tr>
 * <tr><td>default</td><td>stalls: pool</td><td>–</td><td>operator: the place</td><td>–</td><td>what is given</td></tr>
 * <tr><td>annotation, configuration</td><td>–</td><td>–</td><td>operator: the place</td><td>–</td><td>what is given</td></tr>
 * <tr><td>stalls</td><td>–</td><td>default: inline</td><td>operator: the place</td><td>default: inline</td><td>what is given</td></tr>
 * <tr><td>operator</td><td>–</td><td>–</td><td>operator: the place</td><td>what is given</td><td>what is given</td></tr>
 * <tr><td>replaced</td><td>–</td><td>–</td><td>–</td><td>–</td><td>–</td></tr>
 * </table>
 *
 * <p>{@link DecidedBy#yieldsTo} says where there is none. A reload that gives the same changes nothing: what the operator or stalls
 * have decided stays.
 *
 * @param where the code runs
 * @param by what has decided that
 * @param given by the configuration or the annotation
 * @param quietTime before the next try on the loops
 * @param turns on the pool; null unless stalls have decided
 * @param lastMove null if there has been none
 */
public record Placement(
        Where where,
        DecidedBy by,
        Given given,
        QuietTime quietTime,
        @Nullable Turns turns,
        @Nullable Move lastMove) {

    /** Returns the first placement of a mashup. */
    public static Placement of(Given given) {
        return new Placement(given.where(), given.by(), given, QuietTime.FIRST, null, null);
    }

    /** Its stalls move it now, by {@code clock}, which has nanoseconds; a turn on the pool of {@code longNanos} ends its quiet. */
    public Placement afterStalls(LongSupplier clock, long longNanos) {
        return new Placement(
                Where.POOL,
                DecidedBy.STALLS,
                given,
                quietTime.afterStalls(clock.getAsLong()),
                new Turns(clock, longNanos),
                move(Where.POOL, MoveReason.STALLS));
    }

    /** It is tried on the loops at {@code now}. */
    public Placement afterQuiet(long now) {
        return new Placement(
                given.where(),
                given.by(),
                given,
                quietTime.afterQuiet(now),
                null,
                move(given.where(), MoveReason.QUIET));
    }

    /** The operator has it run at {@code place}. */
    public Placement byOperator(Where place) {
        return new Placement(place, DecidedBy.OPERATOR, given, QuietTime.FIRST, null, move(place, MoveReason.OPERATOR));
    }

    /** The operator gives it back to what is given. */
    public Placement givenBack() {
        return new Placement(
                given.where(), given.by(), given, QuietTime.FIRST, null, move(given.where(), MoveReason.OPERATOR));
    }

    /** A reload gives {@code next}. */
    public Placement afterReload(Given next) {
        return next.equals(given)
                ? this
                : new Placement(
                        next.where(), next.by(), next, QuietTime.FIRST, null, move(next.where(), MoveReason.RELOAD));
    }

    /** A reload has replaced the mashup. */
    public Placement replaced() {
        return new Placement(where, DecidedBy.REPLACED, given, quietTime, null, lastMove);
    }

    private @Nullable Move move(Where to, MoveReason reason) {
        return to == where ? lastMove : new Move(where, to, reason);
    }

    /** Returns the nanoseconds after which it is known whether the mashup has been quiet for long enough; 0 if it has. */
    public long untilQuiet() {
        return turns == null ? 0 : turns.untilQuiet(quietTime.nanos());
    }
}
