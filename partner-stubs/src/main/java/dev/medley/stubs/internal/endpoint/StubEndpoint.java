package dev.medley.stubs.internal.endpoint;

import java.util.List;

/** A handler of the requests whose path begins with one name. Thread-safe. */
public interface StubEndpoint {

    /** The methods whose requests are answered without their body being read. */
    List<String> READING = List.of("GET", "HEAD");

    /** The methods it answers; others get status 405. */
    default List<String> methods() {
        return READING;
    }

    /** Returns whether something follows the name in the path. */
    default boolean hasArgument() {
        return false;
    }

    /** Returns whether it takes the parameter {@code delay}. */
    default boolean hasDelay() {
        return true;
    }

    /** Returns how many of the first bytes of the body its answer depends on, whether they are recorded or not. */
    default int bodyBytes() {
        return 0;
    }

    /**
     * Checks the request, before its body is read and its delay passes.
     *
     * @throws RejectedRequestException if it is not allowed
     */
    Answer prepare(EndpointRequest call);

    /** The second half of the work, done once the body is read and the delay is over. */
    @FunctionalInterface
    interface Answer {

        /** The reply to a request with that body. It may hold much memory, so it is made as late as this. */
        StubResponse to(Body body);
    }
}
