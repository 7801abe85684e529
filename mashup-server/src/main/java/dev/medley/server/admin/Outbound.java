package dev.medley.server.admin;

import dev.medley.exchange.Broker;
import dev.medley.partner.Partner;
import java.util.Collection;

/** What has become of the exchanges of a broker, partner by partner. Thread-safe. */
final class Outbound {

    private final Each<Partner, PartnerTally> tallies;

    Outbound(Broker broker) {
        tallies = Each.of(broker.partners(), PartnerTally::new);
        broker.onExchangeEnded(ended -> tallies.get(ended.partner()).count(ended));
    }

    /** One for each partner, in the order of the configuration. */
    Collection<PartnerTally> tallies() {
        return tallies.values();
    }
}
