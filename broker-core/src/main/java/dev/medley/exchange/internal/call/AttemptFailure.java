package dev.medley.exchange.internal.call;

import dev.medley.account.internal.BodyBuffer;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.internal.HeaderListException;
import dev.medley.connection.internal.RequestBodyException;
import dev.medley.connection.internal.TlsException;
import dev.medley.connection.internal.UnprocessedException;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BadContentException;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/** The reason of an attempt's failure, and whose fault it is. */
public record AttemptFailure(Kind kind, Reason reason, String detail) {

    /** The fault of an attempt that is not admitted. */
    static AttemptFailure noCapacity(String detail) {
        return new AttemptFailure(Kind.LOCAL_FAULT, Reason.NO_CAPACITY, detail);
    }

    /** The fault of an attempt that no endpoint admits. */
    static AttemptFailure noEndpoint(String detail) {
        return new AttemptFailure(Kind.LOCAL_FAULT, Reason.NO_ENDPOINT, detail);
    }

    /** This fault, of the partner. */
    AttemptFailure ofPartner() {
        return new AttemptFailure(Kind.PARTNER_FAULT, reason, detail);
    }

    /** The fault of a connect that failed. */
    static AttemptFailure ofConnect(Throwable failure) {
        String message = DefaultExchangeException.messageOf(failure);
        if (failure instanceof TlsException) {
            return new AttemptFailure(
                    Kind.PARTNER_FAULT, Reason.TLS_HANDSHAKE_FAILED, "tls handshake failed: " + message);
        }
        // The connector has a time-out of its own, which may pass first.
        Reason reason = failure instanceof SocketTimeoutException ? Reason.CONNECT_TIMEOUT : Reason.CONNECT_FAILED;
        return new AttemptFailure(Kind.PARTNER_FAULT, reason, "cannot connect: " + message);
    }

    /** The fault of a response whose body is not held; null if it is held, or nothing waits for it. */
    static @Nullable AttemptFailure ofBody(BodyBuffer.Added added, Call call) {
        return switch (added) {
            case TOO_LARGE -> tooLarge("max-body", call.options().maxBody());
            case NO_CAPACITY -> noMemory(call);
            default -> null;
        };
    }

    /** The fault of a body of more bytes than {@code limit}, which {@code key} sets. */
    static AttemptFailure tooLarge(String key, long limit) {
        return new AttemptFailure(
                Kind.LOCAL_FAULT, Reason.BODY_TOO_LARGE, "the body is larger than %s, %d bytes".formatted(key, limit));
    }

    /** The fault of a body for which the broker's budget has no room. */
    static AttemptFailure noMemory(Call call) {
        return noCapacity("the bodies that are held have reached max-held-bytes, %d bytes"
                .formatted(call.services().heldBytes().limit()));
    }

    /** The fault of a body that cannot be decompressed, or is not decompressed any further. */
    static AttemptFailure ofContent(BadContentException bad) {
        // What may be large depends on what is asked for.
        Kind kind = bad.reason() == Reason.BODY_TOO_LARGE ? Kind.LOCAL_FAULT : Kind.PARTNER_FAULT;
        return new AttemptFailure(kind, bad.reason(), String.valueOf(bad.getMessage()));
    }

    /** The fault of a transfer that did not complete. */
    static AttemptFailure ofTransfer(@Nullable Throwable failure) {
        if (failure == null) {
            return new AttemptFailure(Kind.PARTNER_FAULT, Reason.CONNECTION_FAILED, "the response has no end");
        }
        String message = DefaultExchangeException.messageOf(failure);
        if (failure instanceof InvalidRequestException) {
            return new AttemptFailure(Kind.LOCAL_FAULT, Reason.REQUEST_TOO_LARGE, message);
        }
        if (failure instanceof HeaderListException) {
            return new AttemptFailure(
                    Kind.PARTNER_FAULT, Reason.REQUEST_TOO_LARGE, String.valueOf(failure.getMessage()));
        }
        if (failure instanceof RequestBodyException) {
            return new AttemptFailure(Kind.LOCAL_FAULT, Reason.REQUEST_BODY, String.valueOf(failure.getMessage()));
        }
        Kind kind = Kind.PARTNER_FAULT;
        if (failure instanceof UnprocessedException unprocessed) {
            kind = unprocessed.isRefused() ? Kind.REFUSED_UNPROCESSED : Kind.CONNECTION_GONE;
        }
        return new AttemptFailure(kind, Reason.CONNECTION_FAILED, message);
    }
}
