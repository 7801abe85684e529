package dev.medley.partner.internal;

import java.util.List;

/**
 * Leaves the choice to another chooser, among those of the endpoints that admit attempts whose number of priority is the lowest
 * (RFC 2782).
 *
 * @param chooser of the endpoint
 */
record PriorityPreference(EndpointChooser chooser) implements EndpointChooser {

    @Override
    public Endpoint choose(List<Endpoint> admitting) {
        int lowest = Integer.MAX_VALUE;
        for (Endpoint endpoint : admitting) {
            lowest = Math.min(lowest, endpoint.priority());
        }
        int first = lowest;
        return chooser.choose(admitting.stream()
                .filter(endpoint -> endpoint.priority() == first)
                .toList());
    }
}
