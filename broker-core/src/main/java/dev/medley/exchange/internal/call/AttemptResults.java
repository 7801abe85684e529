package dev.medley.exchange.internal.call;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.ResponseHead;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.AttemptResult.Sent;
import dev.medley.partner.internal.policy.RetryAfter;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The results of attempts, from what an attempt holds and has received. */
final class AttemptResults {

    private AttemptResults() {}

    /**
     * The result of an attempt.
     *
     * @param head of its response, or null
     * @param latencyNanos nanoseconds from its permit to its end
     * @param cutOff whether it ended without a complete response, and not by a deadline
     * @param clock the time of day, for a response that asks for a pause
     */
    static AttemptResult of(
            Kind kind,
            LeaseHolder holder,
            @Nullable ResponseHead head,
            long latencyNanos,
            boolean cutOff,
            InstantSource clock) {
        if (head != null) {
            return responded(kind, holder, head, latencyNanos, clock);
        }
        Sent sent = holder.maybeSent() ? Sent.MAYBE : Sent.NO;
        AttemptResult result =
                new AttemptResult(kind, sent, holder.phase(), holder.reusedConnection(), 0, latencyNanos);
        ConnectionInfo connection = cutOff ? holder.connection() : null;
        return connection != null && !connection.protocol().multiplexed() ? result.byEndOfConnection() : result;
    }

    private static AttemptResult responded(
            Kind kind, LeaseHolder holder, ResponseHead head, long latencyNanos, InstantSource clock) {
        AttemptResult result = new AttemptResult(
                kind, Sent.YES, Phase.RESPONDING, holder.reusedConnection(), head.status(), latencyNanos);
        return RetryAfter.isAskedBy(head.status())
                ? result.retryAfter(RetryAfter.nanos(head.header("Retry-After"), head.header("Date"), clock))
                : result;
    }
}
