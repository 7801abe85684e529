package dev.medley.server.internal.declared.value;

import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Reason;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;

/** The failure of an exchange that is hidden from clients, as they see it: with its status, and without exchange and partner. */
public final class InternalFailure {

    private InternalFailure() {}

    /** Returns what a client may be told of {@code failure}. */
    public static Throwable of(Throwable failure) {
        if (failure instanceof ExchangeException x && x.reason() == Reason.REQUEST_BODY && x.getCause() != null) {
            // The cause is the client's own, and is what it is told.
            return failure;
        }
        Problem problem = Problem.of(failure);
        return problem == null
                ? failure
                : new ProblemException(
                        new Problem(problem.status(), detail(problem.status()), null, null, problem.headers()));
    }

    private static String detail(int status) {
        if (status < Status.INTERNAL_SERVER_ERROR) {
            return "the request cannot be answered";
        }
        return switch (status) {
            case Status.SERVICE_UNAVAILABLE -> "a request that the reply needs was refused for lack of capacity";
            case Status.GATEWAY_TIMEOUT -> "a request that the reply needs took too long";
            default -> "a request that the reply needs failed";
        };
    }
}
