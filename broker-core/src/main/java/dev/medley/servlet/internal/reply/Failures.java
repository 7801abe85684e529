package dev.medley.servlet.internal.reply;

import dev.medley.connection.InvalidRequestException;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Reason;
import dev.medley.exchange.UnknownPartnerException;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns failures of one mashup into problems. Those of partners and clients name the fault; any other is an internal error,
 * whose cause is in the log only.
 */
public final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final Problem INTERNAL = Problem.of(Status.INTERNAL_SERVER_ERROR, "the mashup failed");

    private final String mashup;
    /** Not the container's request, which may have been recycled once its client has left. */
    private final RequestContext requestContext;

    private final LoggedOnce loggedOnce;

    /** Creates the failures of one request to {@code mashup}. */
    public Failures(String mashup, RequestContext requestContext, LoggedOnce loggedOnce) {
        this.mashup = mashup;
        this.requestContext = requestContext;
        this.loggedOnce = loggedOnce;
    }

    /** The problem of a mashup that failed with {@code failure}. */
    public Problem of(Throwable failure) {
        Throwable cause = BrokerStage.unwrapped(failure);
        if (cause instanceof ExchangeException x && x.reason() == Reason.REQUEST_BODY) {
            cause = bodyFailure(x);
        }
        if (cause instanceof InvalidRequestException x) {
            log(x);
        }
        Problem known = Problem.of(cause);
        if (known != null) {
            return known;
        }
        if (cause instanceof NoReplyException x) {
            LOG.error("mashup {} failed on {}: {}", mashup, requestContext, x.getMessage());
            return INTERNAL;
        }
        if (cause instanceof UnknownPartnerException x) {
            if (loggedOnce.isFirst(mashup, x.partner())) {
                LOG.error(
                        "mashup {} failed on {}: {} (logged once for the mashup and the partner)",
                        mashup,
                        requestContext,
                        x.getMessage());
            }
            return INTERNAL;
        }
        LOG.error("mashup {} failed on {}", mashup, requestContext, cause);
        return INTERNAL;
    }

    /** Its message may have a secret of the mashup, such as a key in a target; the client must not fill the log. */
    private void log(InvalidRequestException invalid) {
        LOG.debug("mashup {} makes an invalid request to a partner on {}", mashup, requestContext, invalid);
        String detail = invalid.detail();
        if (detail != null && loggedOnce.isFirst(mashup, detail)) {
            LOG.info(
                    "mashup {} makes an invalid request to a partner on {}: {} (logged once for the mashup; at level debug each"
                            + " time, with the request)",
                    mashup,
                    requestContext,
                    detail);
        }
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
    public Problem ofWriting(Throwable failure) {
        LOG.error("mashup {}: the reply to {} cannot be written", mashup, requestContext, failure);
        return INTERNAL;
    }

    /** The problem of a mashup that was registered without {@code asyncSupported}. */
    public Problem ofRegistration() {
        LOG.error(
                "mashup {} cannot answer {}: it, or a filter before it, was registered without asyncSupported = true",
                mashup,
                requestContext);
        return INTERNAL;
    }

    /** The problem of a mashup whose request a filter has suspended. */
    public Problem ofFilter() {
        LOG.error(
                "mashup {} cannot answer {}: a filter before it has called startAsync(); expected that filters leave it to"
                        + " the mashup",
                mashup,
                requestContext);
        return INTERNAL;
    }
}
