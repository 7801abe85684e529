package dev.medley.server.admin.metrics;

import dev.medley.exchange.Broker;
import dev.medley.partner.Partner;
import java.util.Collection;

/** Totals of the exchanges of a broker by partner, since the start. Thread-safe. */
public final class ExchangeTotals {

    private final FixedMap<Partner, PartnerTotals> totals;

    /** Creates totals, and registers them for the ends of the broker's exchanges. */
    public ExchangeTotals(Broker broker) {
        totals = FixedMap.of(broker.partners(), PartnerTotals::new);
        broker.onExchangeEnded(ended -> totals.get(ended.partner()).count(ended));
    }

    /** Returns those of each partner, in the order of the configuration. */
    public Collection<PartnerTotals> partners() {
        return totals.values();
    }
}
