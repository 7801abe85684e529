package dev.medley.server.internal.admin.metrics;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.partner.internal.Partner;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Totals of the exchanges of a broker by partner, since the start or since a reload has added the partner. Thread-safe. */
public final class ExchangeTotals {

    private volatile Map<String, PartnerTotals> totals = Map.of();

    /** Creates totals, and registers them for the ends of the broker's exchanges. */
    public ExchangeTotals(DefaultBroker broker) {
        onPartnersChanged(broker.partners());
        broker.observeEnds(this::count);
    }

    private void count(Exchange ended) {
        PartnerTotals of = totals.get(ended.partner());
        // There are none for the last exchanges with a partner that a reload has removed.
        if (of != null) {
            of.count(ended);
        }
    }

    /** Goes on with {@code partners}; a partner that had the same name before keeps its totals. By one thread at a time. */
    public void onPartnersChanged(Collection<Partner> partners) {
        Map<String, PartnerTotals> next = new LinkedHashMap<>();
        for (Partner partner : partners) {
            PartnerTotals before = totals.get(partner.name());
            next.put(partner.name(), before == null ? new PartnerTotals(partner) : before.of(partner));
        }
        totals = next;
    }

    /** Returns those of each partner, in the order of the configuration. */
    public Collection<PartnerTotals> partners() {
        return Collections.unmodifiableCollection(totals.values());
    }
}
