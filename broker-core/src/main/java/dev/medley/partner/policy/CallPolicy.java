package dev.medley.partner.policy;

/**
 * Decides the next step of a call. One policy serves all calls to a partner.
 *
 * <p>Called by broker threads, one call after another for one call to a partner, holding no lock; must not block.
 */
public interface CallPolicy {

    /** An attempt has started: {@link NextStep#NONE}, or another one beside it after a delay. */
    default NextStep onAttemptStarted(CallHistory history) {
        return NextStep.NONE;
    }

    /** An attempt has ended before its response began: {@link NextStep#NONE} gives up, or another attempt. */
    NextStep onAttemptEnded(CallHistory history, AttemptResult result);
}
