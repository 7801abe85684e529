package dev.medley.partner.internal;

import java.util.List;

/**
 * Leaves the choice to another chooser, among the endpoints of one zone as long as one of them admits attempts, else among
 * all.
 *
 * @param zone that is preferred
 * @param chooser of the endpoint
 */
record ZonePreference(String zone, EndpointChooser chooser) implements EndpointChooser {

    @Override
    public Endpoint choose(List<Endpoint> admitting) {
        List<Endpoint> preferred = admitting.stream()
                .filter(endpoint -> endpoint.zone().equals(zone))
                .toList();
        return chooser.choose(preferred.isEmpty() ? admitting : preferred);
    }
}
