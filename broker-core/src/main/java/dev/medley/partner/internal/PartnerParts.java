package dev.medley.partner.internal;

import dev.medley.connection.internal.address.Address;
import dev.medley.partner.EndpointUrl;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.limit.AdmissionStage;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.CallPolicy;
import dev.medley.partner.internal.policy.ResendPolicies;
import dev.medley.partner.internal.policy.RetryPolicy;
import dev.medley.thread.internal.Clock;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The parts that a partner is built of.
 *
 * @param urls of the endpoints
 * @param chooser of an attempt's endpoint
 * @param policy of all calls
 * @param stages asked before a permit
 * @param endpointStages asked before an endpoint is chosen, made anew for each address
 */
public record PartnerParts(
        List<EndpointUrl> urls,
        EndpointChooser chooser,
        CallPolicy policy,
        List<AdmissionStage<AttemptResult>> stages,
        Function<Address, List<AdmissionStage<AttemptResult>>> endpointStages) {

    /** The parts that {@code settings} ask for, with the times of {@code clock}. */
    public static PartnerParts of(PartnerSettings settings, Clock clock) {
        // The generator of the thread that asks, so that threads share none.
        return of(settings, clock, () -> ThreadLocalRandom.current().nextLong());
    }

    /** As {@link #of(PartnerSettings, Clock)}, with the random numbers of {@code random}. */
    static PartnerParts of(PartnerSettings settings, Clock clock, RandomGenerator random) {
        ResendPolicies resends = new ResendPolicies(
                new RetryPolicy(
                        settings.retry().connectRetries(),
                        settings.retries(),
                        settings.retry().statuses()),
                settings.retry(),
                settings.hedge(),
                clock,
                random);
        EndpointChooser chooser =
                new PowerOfTwoChoices(bound -> ThreadLocalRandom.current().nextInt(bound));
        String zone = settings.endpoints().zone();
        return new PartnerParts(
                settings.urls(),
                settings.endpoints().srv() != null
                        ? new PriorityPreference(chooser)
                        : zone.isEmpty() ? chooser : new ZonePreference(zone, chooser),
                resends.calls(),
                List.of(),
                address -> resends.endpointStages());
    }

    /** These parts with another policy. */
    public PartnerParts policy(CallPolicy other) {
        return new PartnerParts(urls, chooser, other, stages, endpointStages);
    }

    /** These parts with other stages of the partner's admission. */
    public PartnerParts stages(List<AdmissionStage<AttemptResult>> others) {
        return new PartnerParts(urls, chooser, policy, others, endpointStages);
    }

    /** These parts with other stages of each endpoint. */
    public PartnerParts endpointStages(Function<Address, List<AdmissionStage<AttemptResult>>> others) {
        return new PartnerParts(urls, chooser, policy, stages, others);
    }
}
