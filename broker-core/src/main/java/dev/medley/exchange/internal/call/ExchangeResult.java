package dev.medley.exchange.internal.call;

import dev.medley.exchange.Outcome;
import dev.medley.exchange.PartnerResponse;
import org.jspecify.annotations.Nullable;

/**
 * The end of an exchange: a response, or the reason why there is none.
 *
 * @param outcome the outcome
 * @param failure why it did not complete; null if it did, and until a cancellation has been carried out
 * @param response the response, or null
 */
public record ExchangeResult(
        Outcome outcome,
        @Nullable DefaultExchangeException failure,
        @Nullable PartnerResponse response) {

    /** Decided by any thread, which does not know the state of the exchange. */
    static final ExchangeResult CANCELLED = new ExchangeResult(Outcome.CANCELLED, null, null);

    static ExchangeResult completed(PartnerResponse response) {
        return new ExchangeResult(Outcome.COMPLETED, null, response);
    }

    /** The result of an exchange that ends with {@code failure}. */
    public static ExchangeResult failed(DefaultExchangeException failure) {
        return new ExchangeResult(failure.reason().outcome(), failure, null);
    }

    PartnerResponse responseOrThrow() {
        if (response == null) {
            throw new IllegalStateException(outcome + " without a response");
        }
        return response;
    }
}
