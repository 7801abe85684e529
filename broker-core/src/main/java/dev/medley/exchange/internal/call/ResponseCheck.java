package dev.medley.exchange.internal.call;

import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.content.ContentCoding;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.format.Content;
import dev.medley.format.Format;
import dev.medley.format.PartnerFault;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The check of a whole response against the options of its exchange. */
final class ResponseCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseCheck.class);
    private static final byte[] NO_VALUE = "null".getBytes(StandardCharsets.US_ASCII);

    private ResponseCheck() {}

    /**
     * Checks the response of {@code partner}; {@code phase} is the state of an exchange that fails by it.
     *
     * @return the document, if one is expected, which is {@code null} for a 2xx status without a body; null if an accepted status
     *     has come without one
     * @throws DefaultExchangeException if the response is refused
     */
    static @Nullable Json document(
            ExchangeOptions options, String partner, ExchangeState phase, BufferedResponse response) {
        int status = response.head().status();
        if (!options.accepts(status)) {
            PartnerFault fault = response.fault(() -> faultOf(options, response));
            if (fault != null) {
                throw DefaultExchangeException.ofFault(
                        partner, phase, Objects.requireNonNull(options.faults()), fault, response);
            }
            throw DefaultExchangeException.refused(
                    partner, phase, Reason.UNEXPECTED_STATUS, "status " + status, response);
        }
        byte[] body = response.body();
        if (body.length > options.maxBody()) {
            // One that is stored: what arrives is bounded as it is read.
            AttemptFailure fault = AttemptFailure.tooLarge("max-body", options.maxBody());
            throw DefaultExchangeException.refused(partner, phase, fault.reason(), fault.detail(), response);
        }
        if (!options.expectJson()) {
            return null;
        }
        // A partner that has nothing to say about what it did, such as with 204, has done it: the request is not to be
        // sent again.
        boolean success = ExchangeOptions.isSuccess(status);
        try {
            return body.length == 0 && success
                    ? Json.parse(NO_VALUE, options.jsonLimits(), origin(partner))
                    : response.document(options.jsonLimits(), origin(partner));
        } catch (MalformedJsonException x) {
            if (!success) {
                return null;
            }
            Reason reason = x.isRepeatedName() ? Reason.REPEATED_NAME : Reason.BROKEN_JSON;
            @Nullable String coded = x.isRepeatedName() ? null : ContentCoding.undecoded(response.head());
            throw DefaultExchangeException.refused(
                    partner, phase, reason, coded == null ? x.getMessage() : coded, response);
        }
    }

    private static @Nullable PartnerFault faultOf(ExchangeOptions options, BufferedResponse response) {
        Format<?> format = options.faults();
        return format == null
                ? null
                : format.fault(new Content(
                        response.body(), response.head().header("Content-Type"), null, options.jsonLimits()));
    }

    /**
     * Returns {@code response}, which remembers whether its body is a document, and the fault that it has; in proportion to that. By any
     * thread.
     *
     * @param isDocument whether it may have to be a document
     */
    static BufferedResponse read(
            ExchangeOptions options, String partner, BufferedResponse response, boolean isDocument) {
        if (options.faults() != null && !options.accepts(response.head().status())) {
            return response.withFault(faultOf(options, response));
        }
        if (!isDocument) {
            return response;
        }
        try {
            response.document(options.jsonLimits(), origin(partner));
        } catch (MalformedJsonException x) {
            LOG.trace("a response of partner {} is no document", partner, x);
        }
        return response;
    }

    /** Returns what makes the failure of a document of {@code partner} that does not fit a type. */
    static BiFunction<String, String, RuntimeException> origin(String partner) {
        return (pointer, expected) -> unexpectedShape(partner, pointer, expected);
    }

    private static DefaultExchangeException unexpectedShape(String partner, String pointer, String expected) {
        DefaultExchangeException failure = DefaultExchangeException.unexpectedShape(partner, pointer, expected);
        LOG.warn("{}", failure.getMessage());
        return failure;
    }
}
