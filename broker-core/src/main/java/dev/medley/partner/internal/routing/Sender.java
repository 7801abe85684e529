package dev.medley.partner.internal.routing;

import dev.medley.caller.Caller;
import org.jspecify.annotations.Nullable;

/** Who has sent the inbound request of an exchange, as far as the choice of a partner may depend on it. */
public interface Sender {

    /** Returns the last value of the header field {@code name}; null if there is none. */
    @Nullable
    String field(String name);

    /** Returns the caller; null if it is not known. */
    @Nullable
    Caller caller();

    /** Returns the address; null if it is not known. */
    @Nullable
    String address();

    /** Returns the id of the request. */
    String requestId();
}
