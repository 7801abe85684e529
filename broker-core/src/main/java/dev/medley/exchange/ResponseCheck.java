package dev.medley.exchange;

import dev.medley.connection.ResponseHead;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The check of a whole response against the options of its exchange.
 *
 * @param json the document, if one is expected, which is {@code null} for a 2xx status without a body; null if an accepted status
 *     has come without one
 * @param refusal the failure of a response that is refused, or null
 */
record ResponseCheck(@Nullable Json json, @Nullable ExchangeException refusal) {

    private static final ResponseCheck PASSED = new ResponseCheck(null, null);
    private static final byte[] NO_VALUE = "null".getBytes(StandardCharsets.US_ASCII);

    /** Checks the response of {@code partner}; {@code phase} is the state of an exchange that fails by it. */
    static ResponseCheck of(
            ExchangeOptions options, String partner, ExchangeState phase, ResponseHead head, byte[] body) {
        if (!options.accepts(head.status())) {
            return refused(partner, phase, Reason.UNEXPECTED_STATUS, "status " + head.status(), head, body);
        }
        if (body.length > options.maxBody()) {
            // One that is stored: what arrives is bounded as it is read.
            AttemptFault fault = AttemptFault.tooLarge("max-body", options.maxBody());
            return refused(partner, phase, fault.reason(), fault.detail(), head, body);
        }
        if (!options.expectJson()) {
            return PASSED;
        }
        // A partner that has nothing to say about what it did, such as with 204, has done it: the request is not to be
        // sent again.
        byte[] document = body.length == 0 && PartnerResponse.isSuccess(head.status()) ? NO_VALUE : body;
        try {
            return new ResponseCheck(Json.parse(document, options.jsonLimits(), new PartnerOrigin(partner)), null);
        } catch (MalformedJsonException x) {
            Reason reason = x.isRepeatedName() ? Reason.REPEATED_NAME : Reason.BROKEN_JSON;
            return PartnerResponse.isSuccess(head.status())
                    ? refused(partner, phase, reason, x.getMessage(), head, body)
                    : PASSED;
        }
    }

    private static ResponseCheck refused(
            String partner, ExchangeState phase, Reason reason, String detail, ResponseHead head, byte[] body) {
        return new ResponseCheck(
                null, ExchangeException.refused(partner, phase, reason, detail, new RefusedAnswer(head, body)));
    }
}
