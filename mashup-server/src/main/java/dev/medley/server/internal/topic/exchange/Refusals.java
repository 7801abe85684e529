package dev.medley.server.internal.topic.exchange;

import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.topic.PublicationException;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replies to what is not done. */
public final class Refusals {

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private Refusals() {}

    /** Returns an exception with a problem. */
    public static ProblemException exception(int status, String detail) {
        return new ProblemException(Problem.of(status, detail));
    }

    /** Replies to what is not done. */
    public static void refuse(Throwable failure, TopicExchange exchange) {
        if (cause(failure) instanceof RefusedException) {
            exchange.attribute(RefusedBy.ATTRIBUTE, RefusedBy.CALLER);
        }
        exchange.reply(reply(failure));
    }

    /** Returns the reply that {@code failure} stands for. */
    public static Reply reply(Throwable failure) {
        return cause(failure) instanceof RefusedException x
                ? x.reply()
                : problem(failure).toReply();
    }

    /** Returns the problem that {@code failure} stands for. */
    public static Problem problem(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof RefusedException x) {
            return Problem.of(x.reply().status(), x.detail());
        }
        if (cause instanceof ProblemException x) {
            return x.problem();
        }
        if (cause instanceof MalformedJsonException) {
            return Problem.of(Status.BAD_REQUEST, "the message is not JSON: " + cause.getMessage());
        }
        if (cause instanceof PublicationException x) {
            return Problem.of(status(x.reason()), String.valueOf(x.getMessage()));
        }
        if (cause instanceof IllegalArgumentException x) {
            return Problem.of(Status.BAD_REQUEST, String.valueOf(x.getMessage()));
        }
        LOG.error("internal error in topics", cause);
        return Problem.of(Status.INTERNAL_SERVER_ERROR, "internal error");
    }

    private static int status(PublicationException.Reason reason) {
        return switch (reason) {
            case UNKNOWN_TOPIC -> Status.NOT_FOUND;
            case MALFORMED -> Status.BAD_REQUEST;
            case TOO_LARGE -> Status.CONTENT_TOO_LARGE;
        };
    }

    /** Returns what a stage has failed with. */
    public static Throwable cause(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }
}
