package dev.medley.partner;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the endpoint of an attempt. Called by broker threads, holding no lock; must not block. */
@FunctionalInterface
public interface EndpointChooser {

    /** The endpoint with the fewest attempts that have not ended; the first of several. */
    EndpointChooser LEAST_OUTSTANDING = EndpointChooser::leastOutstanding;

    /**
     * The endpoint for one attempt.
     *
     * @param admitting those that admit attempts now; never none
     */
    Endpoint choose(List<Endpoint> admitting);

    private static Endpoint leastOutstanding(List<Endpoint> admitting) {
        @Nullable Endpoint best = null;
        for (Endpoint endpoint : admitting) {
            if (best == null || endpoint.outstanding() < best.outstanding()) {
                best = endpoint;
            }
        }
        if (best == null) {
            throw new IllegalArgumentException("no endpoint to choose from");
        }
        return best;
    }
}
