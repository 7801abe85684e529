package dev.medley.exchange;

import dev.medley.connection.ResponseHead;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import org.jspecify.annotations.Nullable;

/**
 * The check of a whole response against the options of its exchange.
 *
 * @param json the document, if one is expected; null if an accepted status has come without one
 * @param refusal the failure of a response that is refused, or null
 */
record ResponseCheck(@Nullable Json json, @Nullable ExchangeException refusal) {

    private static final ResponseCheck PASSED = new ResponseCheck(null, null);

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
        try {
            return new ResponseCheck(Json.parse(body, options.jsonLimits(), new PartnerOrigin(partner)), null);
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
