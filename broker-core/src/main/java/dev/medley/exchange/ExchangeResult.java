package dev.medley.exchange;

import org.jspecify.annotations.Nullable;

/**
 * How an exchange ends: well, with an answer, or badly, with the reason.
 *
 * @param outcome how
 * @param failure why it did not complete; null if it did, and until whoever carries out a cancellation has noted it
 * @param answer what came of it, or null
 */
record ExchangeResult(
        Outcome outcome,
        @Nullable ExchangeException failure,
        @Nullable PartnerResponse answer) {

    /** Decided by any thread, which cannot tell where the exchange is. */
    static final ExchangeResult CANCELLED = new ExchangeResult(Outcome.CANCELLED, null, null);

    static ExchangeResult completed(PartnerResponse answer) {
        return new ExchangeResult(Outcome.COMPLETED, null, answer);
    }

    static ExchangeResult failed(ExchangeException failure) {
        return new ExchangeResult(failure.reason().outcome(), failure, null);
    }

    PartnerResponse answerOrThrow() {
        if (answer == null) {
            throw new IllegalStateException(outcome + " without an answer");
        }
        return answer;
    }
}
