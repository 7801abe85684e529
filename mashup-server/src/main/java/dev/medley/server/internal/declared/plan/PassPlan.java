package dev.medley.server.internal.declared.plan;

import dev.medley.server.internal.declaration.ExchangeDeclaration.InboundRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the response to an exchange becomes the reply. Immutable.
 *
 * @param inbound how its request is that of the client; null for one of its own
 * @param ofRest whether the rest of the client's path is added to its own
 * @param accept statuses that are passed on beside those that any is; of a request of its own
 */
public record PassPlan(@Nullable InboundRequest inbound, boolean ofRest, Set<Integer> accept) {

    private static final int FIRST_SUCCESS = 200;
    private static final int LAST_SUCCESS = 299;

    /** What a partner says to the conditions and the range of a client (RFC 9110, sections 15.4.5, 15.5.13 and 15.5.17). */
    private static final Set<Integer> OF_CONDITIONS = Set.of(304, 412, 416);

    /** Takes a copy. */
    public PassPlan {
        accept = Set.copyOf(accept);
    }

    /** Returns whether a response of this status is the reply: any to a request that is the client's. */
    boolean passes(int status) {
        return inbound != null
                || (status >= FIRST_SUCCESS && status <= LAST_SUCCESS)
                || OF_CONDITIONS.contains(status)
                || accept.contains(status);
    }
}
