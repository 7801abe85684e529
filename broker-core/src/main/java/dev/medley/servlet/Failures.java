package dev.medley.servlet;

import dev.medley.connection.InvalidRequestException;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Reason;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns failures of one mashup into problems. Those of partners and clients name the fault; any other is an internal error,
 * whose cause is in the log only.
 */
final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final Problem INTERNAL = Problem.of(Status.INTERNAL_SERVER_ERROR, "the mashup failed");

    private final String mashup;
    /** Taken beforehand: the container may have recycled a request whose client has left. */
    private final String method;

    private final String uri;

    Failures(String mashup, HttpServletRequest request) {
        this.mashup = mashup;
        method = request.getMethod();
        uri = request.getRequestURI();
    }

    /** The problem of a mashup that failed with {@code failure}. */
    Problem of(@Nullable Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof ExchangeException x && x.reason() == Reason.REQUEST_BODY) {
            cause = bodyFailure(x);
        }
        if (cause instanceof ExchangeException x && x.reason() != Reason.LISTENER) {
            return Problem.of(x);
        }
        if (cause instanceof ProblemException x) {
            return x.problem();
        }
        if (cause instanceof InvalidRequestException x) {
            LOG.debug("mashup {} makes an invalid request to a partner of {}", mashup, uri, x);
            return x.tooLong()
                    ? Problem.of(Status.URI_TOO_LONG, "the request makes a request to a partner that is too long")
                    : Problem.of(Status.BAD_REQUEST, "the request makes a request to a partner that is not valid");
        }
        LOG.error("mashup {} failed on {} {}", mashup, method, uri, cause);
        return INTERNAL;
    }

    /** The failure of a body that was streamed: a problem if the client broke it off, else a fault of the mashup. */
    private static Throwable bodyFailure(ExchangeException failure) {
        Throwable ofBody = failure.getCause();
        if (ofBody == null) {
            return failure;
        }
        return ofBody.getCause() == null ? ofBody : ofBody.getCause();
    }

    /** The problem of a reply that could not be written, which is logged. */
    Problem ofWriting(Throwable failure) {
        LOG.error("mashup {}: the reply to {} {} cannot be written", mashup, method, uri, failure);
        return INTERNAL;
    }

    /** The problem of a mashup that was registered without {@code asyncSupported}. */
    Problem ofRegistration() {
        LOG.error(
                "mashup {} cannot answer {}: it, or a filter before it, was registered without asyncSupported = true",
                mashup,
                uri);
        return INTERNAL;
    }
}
