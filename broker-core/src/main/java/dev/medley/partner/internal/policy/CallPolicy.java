package dev.medley.partner.internal.policy;

/**
 * Decides the next step of a call. One policy serves all calls to a partner; policies that add to another one have it as
 * their next.
 *
 * <p>Called by broker threads, one call after another for one call to a partner, holding no lock; must not block.
 */
public interface CallPolicy {

    /** An attempt has started: {@link NextStep#NONE}, or another one beside it after a delay. */
    default NextStep onAttemptStarted(CallHistory history) {
        return NextStep.NONE;
    }

    /** The delay of an attempt beside the others is over: returns whether it starts. */
    default boolean admitsBeside(CallHistory history) {
        return true;
    }

    /**
     * A response with {@code status} has begun: returns whether it is the answer. If not, the answer is decided by
     * {@link #onAttemptEnded} once the response is complete: it is this one if that returns {@link NextStep#NONE} and no
     * other attempt is live. Of a streamed response it is decided at once.
     */
    default boolean accepts(CallHistory history, int status) {
        return true;
    }

    /**
     * A response has been accepted.
     *
     * @param status of the response
     * @param beside whether the response is that of an attempt that was started beside another one
     */
    default void onAccepted(CallHistory history, int status, boolean beside) {}

    /**
     * An attempt has ended before its response began, or with a response that {@link #accepts} did not accept:
     * {@link NextStep#NONE} gives up, or another attempt.
     */
    NextStep onAttemptEnded(CallHistory history, AttemptResult result);

    /** The totals of all calls; none are counted unless a policy counts them. */
    default ResendTotals totals() {
        return ResendTotals.NONE;
    }
}
