package dev.medley.server.admin;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Outcome;
import dev.medley.partner.Partner;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How the exchanges with one partner have ended since the start. Thread-safe. */
final class PartnerTally {

    private final Partner partner;
    private final Each<Outcome, LongAdder> ended = Each.of(Outcome.class, outcome -> new LongAdder());
    private volatile @Nullable Failure lastFailure;

    PartnerTally(Partner partner) {
        this.partner = partner;
    }

    /**
     * An exchange that failed or expired. Says nothing of where the partner is.
     *
     * @param reason why
     * @param phase in which state it was
     * @param at when
     */
    record Failure(String reason, String phase, Instant at) {}

    void count(Exchange exchange) {
        Outcome outcome = exchange.outcome();
        if (outcome == null) {
            throw new IllegalArgumentException(exchange + " has not ended");
        }
        ended.get(outcome).increment();
        ExchangeException failure = exchange.failure();
        if (failure != null && outcome != Outcome.CANCELLED) {
            lastFailure = new Failure(failure.reason().label(), failure.phase().label(), Instant.now());
        }
    }

    Partner partner() {
        return partner;
    }

    long ended(Outcome outcome) {
        return ended.get(outcome).sum();
    }

    /** The latest exchange that failed or expired, or null if none has. */
    @Nullable
    Failure lastFailure() {
        return lastFailure;
    }
}
