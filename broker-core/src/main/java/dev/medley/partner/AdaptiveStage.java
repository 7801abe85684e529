package dev.medley.partner;

import dev.medley.partner.limit.AdaptiveLimit;
import dev.medley.partner.limit.AdmissionStage;
import dev.medley.partner.policy.AttemptResult;
import dev.medley.partner.policy.AttemptResult.Kind;
import dev.medley.partner.policy.AttemptResult.Phase;

/**
 * Feeds the latencies of a partner's attempts to its adaptive limit; admits all. Attempts that say nothing of the partner's
 * load, such as those that found no connection or were cancelled, are left out: a partner that fails fast is not a fast one.
 */
final class AdaptiveStage implements AdmissionStage<AttemptResult> {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    private final AdaptiveLimit limit;

    AdaptiveStage(AdaptiveLimit limit) {
        this.limit = limit;
    }

    @Override
    public boolean admits() {
        return true;
    }

    @Override
    public void onEnded(AttemptResult result) {
        if (isOverload(result)) {
            limit.onEnded(result.latencyNanos(), true);
        } else if (result.kind() == Kind.COMPLETED) {
            limit.onEnded(result.latencyNanos(), false);
        }
    }

    private static boolean isOverload(AttemptResult result) {
        return switch (result.kind()) {
            case REFUSED_UNPROCESSED -> true;
            case COMPLETED, PARTNER_FAULT ->
                result.status() == TOO_MANY_REQUESTS
                        || result.status() == SERVICE_UNAVAILABLE
                        || isWithoutResponse(result);
            default -> false;
        };
    }

    private static boolean isWithoutResponse(AttemptResult result) {
        return result.kind() == Kind.PARTNER_FAULT && result.phase() == Phase.CONNECTED && result.status() == 0;
    }
}
