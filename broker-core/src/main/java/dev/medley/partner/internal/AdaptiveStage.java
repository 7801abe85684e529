package dev.medley.partner.internal;

import dev.medley.partner.internal.limit.AdaptiveLimit;
import dev.medley.partner.internal.limit.AdmissionStage;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.AttemptResult.Sent;
import dev.medley.partner.internal.policy.RetryAfter;

/**
 * Feeds the latencies of a partner's attempts to its adaptive limit; admits all. Attempts that say nothing of the partner's
 * load, such as those that found no connection, were cancelled or exceeded the rate of one user, are left out: a partner that fails
 * fast is not a fast one.
 */
final class AdaptiveStage implements AdmissionStage<AttemptResult> {

    private final AdaptiveLimit limit;
    private final boolean sharedRateLimit;

    /** Feeds {@code limit}; a 429 only if the partner's limit of the rate is that of the whole server. */
    AdaptiveStage(AdaptiveLimit limit, boolean sharedRateLimit) {
        this.limit = limit;
        this.sharedRateLimit = sharedRateLimit;
    }

    @Override
    public boolean admits() {
        return true;
    }

    @Override
    public void onEnded(AttemptResult result) {
        if (!sharedRateLimit && RetryAfter.isOfOneUser(result.status())) {
            return;
        }
        if (isOverload(result)) {
            limit.onEnded(result.latencyNanos(), true);
        } else if (result.kind() == Kind.COMPLETED) {
            limit.onEnded(result.latencyNanos(), false);
        }
    }

    private static boolean isOverload(AttemptResult result) {
        return switch (result.kind()) {
            case REFUSED_UNPROCESSED -> true;
            case COMPLETED, PARTNER_FAULT -> RetryAfter.isAskedBy(result.status()) || isWithoutResponse(result);
            default -> false;
        };
    }

    private static boolean isWithoutResponse(AttemptResult result) {
        return result.kind() == Kind.PARTNER_FAULT
                && result.phase() == Phase.CONNECTED
                && result.sent() != Sent.NO
                && result.status() == 0;
    }
}
