package dev.medley.partner;

import dev.medley.connection.Address;
import dev.medley.partner.limit.AdmissionStage;
import dev.medley.partner.policy.AttemptResult;
import dev.medley.partner.policy.CallPolicy;
import dev.medley.partner.policy.RetryPolicy;
import java.util.List;
import java.util.function.Function;

/**
 * The parts that a partner is built of.
 *
 * @param addresses one for each endpoint
 * @param chooser of an attempt's endpoint
 * @param policy of all calls
 * @param stages asked before a permit
 * @param endpointStages asked before an endpoint is chosen, made anew for each address
 */
public record PartnerParts(
        List<Address> addresses,
        EndpointChooser chooser,
        CallPolicy policy,
        List<AdmissionStage<AttemptResult>> stages,
        Function<Address, List<AdmissionStage<AttemptResult>>> endpointStages) {

    /** The parts that {@code settings} ask for. */
    public static PartnerParts of(PartnerSettings settings) {
        return new PartnerParts(
                List.of(settings.address()),
                EndpointChooser.LEAST_OUTSTANDING,
                new RetryPolicy(settings.connectRetries(), settings.retries()),
                List.of(),
                address -> List.of());
    }

    /** These parts with other addresses. */
    public PartnerParts addresses(Address... others) {
        return new PartnerParts(List.of(others), chooser, policy, stages, endpointStages);
    }

    /** These parts with another policy. */
    public PartnerParts policy(CallPolicy other) {
        return new PartnerParts(addresses, chooser, other, stages, endpointStages);
    }

    /** These parts with other stages of the partner's admission. */
    public PartnerParts stages(List<AdmissionStage<AttemptResult>> others) {
        return new PartnerParts(addresses, chooser, policy, others, endpointStages);
    }

    /** These parts with other stages of each endpoint. */
    public PartnerParts endpointStages(Function<Address, List<AdmissionStage<AttemptResult>>> others) {
        return new PartnerParts(addresses, chooser, policy, stages, others);
    }
}
