package dev.medley.partner.internal;

import dev.medley.partner.Adaptation;
import dev.medley.partner.LimitSettings;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.limit.AdaptiveLimit;
import dev.medley.partner.internal.limit.Admission;
import dev.medley.partner.internal.limit.AdmissionStage;
import dev.medley.partner.internal.limit.Limiter;
import dev.medley.partner.internal.limit.QueueRules;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.thread.internal.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/**
 * The admission of a partner's attempts, and the consumer of its capacity: the attempts that its connections can carry.
 *
 * @param admission stages and permits
 * @param capacity bounds the permits from above
 */
record PartnerAdmission(Admission<AttemptResult> admission, IntConsumer capacity) {

    /** The admission that {@code settings} ask for, after {@code stages}. */
    static PartnerAdmission of(
            PartnerSettings settings, List<AdmissionStage<AttemptResult>> stages, Executor pool, Clock clock) {
        LimitSettings limits = settings.limits();
        QueueRules queue = new QueueRules(limits.maxQueued(), limits.maxQueueAge(), limits.queueOrder());
        Limiter limiter = new Limiter(pool, clock, settings.maxConnections(), queue);
        if (limits.adaptive() == Adaptation.OFF) {
            return new PartnerAdmission(new Admission<>(stages, limiter), limiter::setLimit);
        }
        AdaptiveLimit adaptive = new AdaptiveLimit(limits.adaptive(), clock, limiter, mostCarried(settings));
        adaptive.setMax(settings.maxConnections());
        List<AdmissionStage<AttemptResult>> all = new ArrayList<>(stages);
        all.add(new AdaptiveStage(adaptive, settings.retry().sharedRateLimit()));
        return new PartnerAdmission(new Admission<>(all, limiter), adaptive::setMax);
    }

    /** The attempts that connections can carry, whichever protocol they will speak. */
    private static int mostCarried(PartnerSettings settings) {
        long streams = (long) settings.http2().connections() * settings.http2().maxStreams();
        return (int) Math.min(Integer.MAX_VALUE, Math.max(settings.maxConnections(), streams));
    }
}
