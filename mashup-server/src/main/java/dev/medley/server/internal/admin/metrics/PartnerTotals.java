package dev.medley.server.internal.admin.metrics;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import dev.medley.partner.internal.Partner;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Totals of the exchanges with one partner by outcome, since the start. Thread-safe. */
public final class PartnerTotals {

    private volatile Partner partner;
    private final FixedMap<Outcome, LongAdder> ended = FixedMap.of(Outcome.class, outcome -> new LongAdder());
    private volatile @Nullable Failure lastFailure;

    PartnerTotals(Partner partner) {
        this.partner = partner;
    }

    /** Goes on with the exchanges of {@code next}, which has the same name. */
    PartnerTotals of(Partner next) {
        partner = next;
        return this;
    }

    /**
     * An exchange that failed or expired; without the address of the partner.
     *
     * @param reason of the failure
     * @param phase the state of the exchange at that time
     * @param at the time
     */
    public record Failure(String reason, String phase, Instant at) {}

    void count(Exchange exchange) {
        Outcome outcome = exchange.outcome();
        if (outcome == null) {
            throw new IllegalArgumentException(exchange + " has not ended");
        }
        ended.get(outcome).increment();
        ExchangeException failure = exchange.failure();
        if (failure != null && failure.reason() != Reason.CANCELLED) {
            lastFailure = new Failure(failure.reason().label(), failure.phase().label(), Instant.now());
        }
    }

    /** Returns the partner. */
    public Partner partner() {
        return partner;
    }

    /** Returns the number of exchanges that ended with {@code outcome}. */
    public long ended(Outcome outcome) {
        return ended.get(outcome).sum();
    }

    /** Returns the latest exchange that failed or expired, or null if none has. */
    public @Nullable Failure lastFailure() {
        return lastFailure;
    }
}
