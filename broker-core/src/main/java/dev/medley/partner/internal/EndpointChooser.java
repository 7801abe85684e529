package dev.medley.partner.internal;

import java.util.List;

/** Chooses the endpoint of an attempt. Called by broker threads, holding no lock; must not block. */
@FunctionalInterface
public interface EndpointChooser {

    /**
     * The endpoint for one attempt.
     *
     * @param admitting those that admit attempts now; never none
     */
    Endpoint choose(List<Endpoint> admitting);
}
