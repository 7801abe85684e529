package dev.medley.thread.internal.placement;

/**
 * Where the configuration, or else the annotation, has a mashup run. Immutable.
 *
 * @param where its code runs
 * @param by what says so; {@link DecidedBy#DEFAULT} if neither does
 */
public record Given(Where where, DecidedBy by) {

    /** Neither of them says anything: it is inline until it stalls the loops. */
    public static final Given NOTHING = new Given(Where.INLINE, DecidedBy.DEFAULT);

    /** The configuration says {@code where}. */
    public static Given configured(Where where) {
        return new Given(where, DecidedBy.CONFIGURATION);
    }

    /** The annotation says {@code where}. */
    public static Given annotated(Where where) {
        return new Given(where, DecidedBy.ANNOTATION);
    }
}
