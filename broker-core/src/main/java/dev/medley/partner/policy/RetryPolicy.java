package dev.medley.partner.policy;

import dev.medley.partner.policy.AttemptResult.Phase;

/**
 * Connects again as often as {@code connectRetries} allows; sends again as often as {@code retries} allows, and only where
 * that does no harm: the request was certainly not processed, or it is idempotent (RFC 9110, section 9.2.2).
 *
 * @param connectRetries attempts to connect beyond the first
 * @param retries attempts to send beyond the first
 */
public record RetryPolicy(int connectRetries, int retries) implements CallPolicy {

    @Override
    public NextStep onAttemptEnded(CallHistory history, AttemptResult result) {
        if (!result.kind().isFault()) {
            return NextStep.NONE;
        }
        return result.phase() == Phase.CONNECTING ? connectAgain(history) : sendAgain(history, result);
    }

    private NextStep connectAgain(CallHistory history) {
        return history.connectFailures() <= connectRetries ? NextStep.AGAIN : NextStep.NONE;
    }

    private NextStep sendAgain(CallHistory history, AttemptResult result) {
        boolean harmless = result.certainlyUnprocessed() || history.idempotent();
        if (!harmless || history.sendFailures() > retries) {
            return NextStep.NONE;
        }
        // Where one idle connection was stale, so may the others be: a partner that restarted has closed them all.
        return result.reusedConnection() ? NextStep.AGAIN.onFreshConnection() : NextStep.AGAIN;
    }
}
