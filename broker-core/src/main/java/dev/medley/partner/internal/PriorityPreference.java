package dev.medley.partner.internal;

import java.util.ArrayList;
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
        List<Endpoint> first = new ArrayList<>(admitting.size());
        int lowest = Integer.MAX_VALUE;
        for (Endpoint endpoint : admitting) {
            // Once: a new answer of DNS may change it meanwhile.
            int priority = endpoint.priority();
            if (priority < lowest) {
                lowest = priority;
                first.clear();
            }
            if (priority == lowest) {
                first.add(endpoint);
            }
        }
        return chooser.choose(first);
    }
}
