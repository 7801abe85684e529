package dev.medley.partner.internal.policy;

import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Connects again as often as {@code connectRetries} allows; sends again as often as {@code retries} allows, and only where
 * that does no harm: the request was certainly not processed, or it is idempotent (RFC 9110, section 9.2.2). A response with
 * one of {@code statuses} is as good as none while the request may be sent again; otherwise it is the answer.
 *
 * <p>A request that the partner has certainly not processed goes again without counting as sent: where its connection took
 * no further request, at once, up to {@value #MAX_CONNECTIONS_GONE} times; where the partner refused it, at once, and then up
 * to {@value #MAX_REFUSALS} times after a pause that doubles.
 *
 * <p>A request whose streamed body has been subscribed to is not sent again.
 *
 * @param connectRetries attempts to connect beyond the first
 * @param retries attempts to send beyond the first
 * @param statuses of responses after which the request is sent again
 */
public record RetryPolicy(int connectRetries, int retries, Set<Integer> statuses) implements CallPolicy {

    private static final int MAX_CONNECTIONS_GONE = 64;
    private static final int MAX_REFUSALS = 8;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int FIRST_ERROR = 400;

    /** Takes a copy. */
    public RetryPolicy {
        statuses = Set.copyOf(statuses);
    }

    @Override
    public boolean accepts(CallHistory history, int status) {
        // Nearly all responses need no look at the set.
        if (status < FIRST_ERROR || !statuses.contains(status)) {
            return true;
        }
        boolean another = history.live() > 1 || history.sendFailures() < retries(history);
        return !another || !history.idempotent() || !history.repeatable();
    }

    @Override
    public NextStep onAttemptEnded(CallHistory history, AttemptResult result) {
        if (!isFailure(result) || !history.repeatable()) {
            return NextStep.NONE;
        }
        if (result.kind() == Kind.CONNECTION_GONE) {
            return history.connectionsGone() <= MAX_CONNECTIONS_GONE ? NextStep.AGAIN : NextStep.NONE;
        }
        if (result.kind() == Kind.REFUSED_UNPROCESSED) {
            return afterRefusal(history.refusals());
        }
        return result.phase() == Phase.CONNECTING ? connectAgain(history) : sendAgain(history, result);
    }

    private int retries(CallHistory history) {
        int own = history.retries();
        return own < 0 ? retries : own;
    }

    private boolean isFailure(AttemptResult result) {
        return switch (result.kind()) {
            case COMPLETED -> statuses.contains(result.status());
            case PARTNER_FAULT, EARLY_TIMEOUT, REFUSED_UNPROCESSED, CONNECTION_GONE -> true;
            case LOCAL_FAULT, CANCELLED -> false;
        };
    }

    private static NextStep afterRefusal(int refusals) {
        if (refusals > MAX_REFUSALS) {
            return NextStep.NONE;
        }
        return refusals == 1 ? NextStep.AGAIN : NextStep.AGAIN.after(FIRST_PAUSE_NANOS << refusals);
    }

    private NextStep connectAgain(CallHistory history) {
        return history.connectFailures() <= connectRetries ? NextStep.AGAIN : NextStep.NONE;
    }

    private NextStep sendAgain(CallHistory history, AttemptResult result) {
        boolean harmless = result.certainlyUnprocessed() || history.idempotent();
        if (!harmless || history.sendFailures() > retries(history)) {
            return NextStep.NONE;
        }
        // Where one idle connection was stale, so may the others be: a partner that restarted has closed them all.
        boolean stale = result.reusedConnection() && result.phase() == Phase.CONNECTED;
        return stale ? NextStep.AGAIN.onFreshConnection() : NextStep.AGAIN;
    }
}
