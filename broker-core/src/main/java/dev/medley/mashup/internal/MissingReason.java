package dev.medley.mashup.internal;

import dev.medley.connection.InvalidRequestException;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Why an optional part is missing, in the words of {@code "missing"}. */
public final class MissingReason {

    /** The part cannot be requested, such as an item whose id is not a path segment. */
    private static final String INVALID_REQUEST = "invalid request";

    private MissingReason() {}

    /**
     * The reason of a part that failed with {@code cause}, which is not wrapped: that of the exchange, the detail of the
     * problem, a request that cannot be sent, a time-out or a cancellation. Null if it is any other, such as a defect of the mashup, which must not look
     * like a partner that is down.
     */
    public static @Nullable String of(Throwable cause) {
        if (cause instanceof ExchangeException x) {
            return ofExchange(x);
        }
        if (cause instanceof ProblemException x) {
            return withoutPartner(x.problem());
        }
        if (cause instanceof InvalidRequestException) {
            return INVALID_REQUEST;
        }
        if (cause instanceof TimeoutException) {
            return Reason.TIMEOUT.label();
        }
        return cause instanceof CancellationException ? Reason.CANCELLED.label() : null;
    }

    /** Clients see the exchange, by its name, and of an internal one not even that. */
    private static String withoutPartner(Problem problem) {
        String prefix = "partner " + problem.partner() + ": ";
        String detail = problem.detail();
        return problem.partner() != null && detail.startsWith(prefix) ? detail.substring(prefix.length()) : detail;
    }

    private static @Nullable String ofExchange(ExchangeException failure) {
        return switch (failure.reason()) {
            case LISTENER -> null;
            case REQUEST_BODY -> ofBody(failure.getCause());
            default -> failure.summary();
        };
    }

    /** That of the publisher's failure, such as the end of the client's body; null if the publisher is at fault. */
    private static @Nullable String ofBody(@Nullable Throwable failure) {
        Throwable ofPublisher = failure == null ? null : failure.getCause();
        return ofPublisher == null ? null : of(BrokerStage.unwrapped(ofPublisher));
    }
}
