package dev.medley.exchange;

import java.util.Locale;

/** Why an exchange did not complete. */
public enum Reason {
    /** The partner's queue was full: nothing was sent. */
    NO_CAPACITY(Outcome.FAILED),
    /** No endpoint of the partner admits an attempt, as their circuit breakers are open: nothing was sent. */
    NO_ENDPOINT(Outcome.FAILED),
    /** The issuer gave no token for the partner: nothing was sent. */
    NO_CREDENTIAL(Outcome.FAILED),
    /** No connection: refused, unreachable, or the name is unknown. */
    CONNECT_FAILED(Outcome.FAILED),
    /** No connection in time. */
    CONNECT_TIMEOUT(Outcome.FAILED),
    /** No connection: the TLS handshake failed, because the certificate is not accepted, or because the peers share no version. */
    TLS_HANDSHAKE_FAILED(Outcome.FAILED),
    /** The header fields of the request are larger than the partner accepts; nothing was sent. */
    REQUEST_TOO_LARGE(Outcome.FAILED),
    /** The streamed body of the request failed; the partner has not got a complete request. */
    REQUEST_BODY(Outcome.FAILED),
    /** The connection ended before the response did, or the response was not HTTP. */
    CONNECTION_FAILED(Outcome.FAILED),
    /**
     * The response's body is larger than the partner's {@code limits.max-body} or {@code limits.max-streamed-body}, or expands
     * more than {@code limits.max-expansion}.
     */
    BODY_TOO_LARGE(Outcome.FAILED),
    /** The response's body cannot be decompressed, or has codings that were not asked for. */
    BAD_CONTENT_CODING(Outcome.FAILED),
    /** The response is a redirect that is not followed: to another origin, in a circle, or one too many. */
    REDIRECT_REFUSED(Outcome.FAILED),
    /** The response has a status that is not {@linkplain ExchangeBuilder#accept accepted}. */
    UNEXPECTED_STATUS(Outcome.FAILED),
    /** The response is not the JSON that was expected. */
    BROKEN_JSON(Outcome.FAILED),
    /** The response is JSON, but an object in it has a name twice: two readers might take two values. */
    REPEATED_NAME(Outcome.FAILED),
    /** The response is JSON, but does not fit the type that it is read into; its exchange has completed. */
    UNEXPECTED_SHAPE(Outcome.FAILED),
    /** The response is not of the format, such as XML, that it is read in; its exchange has completed. */
    MALFORMED_BODY(Outcome.FAILED),
    /**
     * The response says that the partner has not carried the request out: by a fault of SOAP, or by errors of GraphQL. With a status
     * of success its exchange has completed.
     */
    PARTNER_FAULT(Outcome.FAILED),
    /** The listener threw an exception. */
    LISTENER(Outcome.FAILED),
    /** The time for the whole exchange was over. */
    TIMEOUT(Outcome.EXPIRED),
    /** The time for the attempt was over, and there was none left. */
    ATTEMPT_TIMEOUT(Outcome.EXPIRED),
    /** The partner sent nothing for too long. */
    IDLE_TIMEOUT(Outcome.EXPIRED),
    /** It was cancelled, because the deadline of its mashup had passed. */
    DEADLINE(Outcome.CANCELLED),
    /** It was cancelled: its mashup did not need it any more, or the client had left. */
    CANCELLED(Outcome.CANCELLED);

    private final Outcome outcome;

    Reason(Outcome outcome) {
        this.outcome = outcome;
    }

    /** The outcome that it leads to. */
    public Outcome outcome() {
        return outcome;
    }

    /** The reason in words, as it is written in replies, metrics and logs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
