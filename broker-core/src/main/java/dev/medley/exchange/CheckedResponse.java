package dev.medley.exchange;

import dev.medley.account.internal.ClientAccount;
import org.jspecify.annotations.Nullable;

/**
 * A whole response, checked against the options of its call.
 *
 * @param response the response; if it is refused, as much of it as its failure shows
 * @param refusal the failure of a response that is refused, or null
 */
record CheckedResponse(CallResponse response, @Nullable ExchangeException refusal) {

    /**
     * Checks {@code answer}, for exchanges that fail in {@code phase} if it is refused.
     *
     * @param account the account that holds the bytes of the body, or null; those that a failure does not show are released
     */
    static CheckedResponse of(
            String partner,
            ExchangeOptions options,
            BufferedResponse answer,
            ExchangeState phase,
            @Nullable ClientAccount account) {
        ResponseCheck check = ResponseCheck.of(options, partner, phase, answer.head(), answer.body());
        ExchangeException refusal = check.refusal();
        if (refusal == null) {
            return new CheckedResponse(new CallResponse(answer, check.json(), account), null);
        }
        BufferedResponse shown = new BufferedResponse(answer.head(), refusal.body());
        if (account != null) {
            account.release(answer.body().length - shown.body().length);
        }
        return new CheckedResponse(new CallResponse(shown, null, account), refusal);
    }

    /** Checks a stored response, whose bytes are not held: the bound of the cache counts them. */
    static CheckedResponse ofStored(String partner, ExchangeOptions options, BufferedResponse stored) {
        return of(partner, options, stored, ExchangeState.BODY, null);
    }
}
