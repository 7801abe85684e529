package dev.medley.exchange;

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
     * @param held the budget that has reserved the bytes of the body, or null; those that a failure does not show are released
     */
    static CheckedResponse of(
            String partner, ExchangeOptions options, Answer answer, ExchangeState phase, @Nullable HeldBytes held) {
        ResponseCheck check = ResponseCheck.of(options, partner, phase, answer.head(), answer.body());
        ExchangeException refusal = check.refusal();
        if (refusal == null) {
            return new CheckedResponse(new CallResponse(answer, check.json(), held), null);
        }
        Answer shown = new Answer(answer.head(), refusal.body());
        if (held != null) {
            held.release(answer.body().length - shown.body().length);
        }
        return new CheckedResponse(new CallResponse(shown, null, held), refusal);
    }

    /** Checks a stored response, whose bytes are not held: the bound of the cache counts them. */
    static CheckedResponse ofStored(String partner, ExchangeOptions options, Answer stored) {
        return of(partner, options, stored, ExchangeState.BODY, null);
    }
}
