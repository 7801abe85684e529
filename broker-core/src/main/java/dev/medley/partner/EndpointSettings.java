package dev.medley.partner;

import java.time.Duration;
import java.util.Set;

/**
 * The settings of a partner's endpoints. Immutable; each method returns a copy with another value.
 *
 * @param addresses the use of the addresses of a name
 * @param refresh time after which a name is looked up again, if each of its addresses is an endpoint
 * @param zone whose endpoints are preferred; empty for none
 * @param panicThreshold percentage of the endpoints that must be in use and healthy; with fewer, all are used
 * @param faultStatuses statuses of responses that count as faults of the endpoint
 * @param breaker circuit breakers
 * @param ejection outlier ejection
 * @param healthCheck active health checks
 */
public record EndpointSettings(
        AddressUse addresses,
        Duration refresh,
        String zone,
        int panicThreshold,
        Set<Integer> faultStatuses,
        BreakerSettings breaker,
        EjectionSettings ejection,
        HealthCheckSettings healthCheck) {

    private static final Duration REFRESH = Duration.ofSeconds(30);
    private static final int HALF = 50;
    private static final Set<Integer> SERVER_FAULTS = Set.of(500, 502, 503, 504);

    /** One endpoint for each URL, outlier ejection among several, neither breakers nor checks. */
    public static final EndpointSettings DEFAULT = new EndpointSettings(
            AddressUse.IN_TURN,
            REFRESH,
            "",
            HALF,
            SERVER_FAULTS,
            BreakerSettings.OFF,
            EjectionSettings.DEFAULT,
            HealthCheckSettings.OFF);

    /** Takes a copy of the statuses. */
    public EndpointSettings {
        faultStatuses = Set.copyOf(faultStatuses);
    }

    /** Another use of the addresses of a name. */
    public EndpointSettings addresses(AddressUse use) {
        return new EndpointSettings(use, refresh, zone, panicThreshold, faultStatuses, breaker, ejection, healthCheck);
    }

    /** Another time after which a name is looked up again. */
    public EndpointSettings refresh(Duration interval) {
        return new EndpointSettings(
                addresses, interval, zone, panicThreshold, faultStatuses, breaker, ejection, healthCheck);
    }

    /** Another preferred zone; empty for none. */
    public EndpointSettings zone(String preferred) {
        return new EndpointSettings(
                addresses, refresh, preferred, panicThreshold, faultStatuses, breaker, ejection, healthCheck);
    }

    /** Another panic threshold, in percent. */
    public EndpointSettings panicThreshold(int percent) {
        return new EndpointSettings(addresses, refresh, zone, percent, faultStatuses, breaker, ejection, healthCheck);
    }

    /** Other statuses that are faults. */
    public EndpointSettings faultStatuses(Set<Integer> statuses) {
        return new EndpointSettings(addresses, refresh, zone, panicThreshold, statuses, breaker, ejection, healthCheck);
    }

    /** Other circuit breakers. */
    public EndpointSettings breaker(BreakerSettings breakers) {
        return new EndpointSettings(
                addresses, refresh, zone, panicThreshold, faultStatuses, breakers, ejection, healthCheck);
    }

    /** Another outlier ejection. */
    public EndpointSettings ejection(EjectionSettings ejections) {
        return new EndpointSettings(
                addresses, refresh, zone, panicThreshold, faultStatuses, breaker, ejections, healthCheck);
    }

    /** Other health checks. */
    public EndpointSettings healthCheck(HealthCheckSettings checks) {
        return new EndpointSettings(addresses, refresh, zone, panicThreshold, faultStatuses, breaker, ejection, checks);
    }
}
