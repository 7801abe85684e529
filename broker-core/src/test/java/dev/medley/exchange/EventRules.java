package dev.medley.exchange;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.PartnerLocks;
import dev.medley.thread.internal.BrokerPool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The rules for the events of an exchange. */
final class EventRules {

    private final Collection<Partner> partners;
    private final boolean completeCall;

    /** Rules that also look at the locks of {@code partners}. */
    EventRules(Collection<Partner> partners) {
        this(partners, false);
    }

    /** Rules for an exchange that may be answered without a connection, or have events of a call that it has left. */
    EventRules(Collection<Partner> partners, boolean completeCall) {
        this.partners = partners;
        this.completeCall = completeCall;
    }

    /** The violations by {@code event}, which comes after {@code before}; normally none. */
    List<String> violations(List<Event> before, Event event, DefaultExchange exchange) {
        List<String> violations = new ArrayList<>();
        Event last = before.isEmpty() ? null : before.get(before.size() - 1);
        boolean none = last == null || last == Event.CONNECTION_FAILED;
        boolean withoutConnection = completeCall && none && event == Event.HEADERS_COMPLETED;
        if (!withoutConnection && !(last == null ? Event.first() : last.next()).contains(event)) {
            violations.add(event + " after " + before);
        }
        if (!event.fits(exchange.state())) {
            violations.add(event + " in state " + exchange.state());
        }
        if (event != Event.ENDED && event != Event.EXPIRED && exchange.outcome() != null) {
            violations.add(event + " when the outcome is decided already");
        }
        if (!BrokerPool.onBrokerThread()) {
            violations.add(event + " on thread " + Thread.currentThread().getName());
        }
        if (partners.stream().anyMatch(PartnerLocks::isAnyHeldByCaller)) {
            violations.add(event + " under a lock");
        }
        if (event == Event.ENDED) {
            checkEnd(before, exchange, violations);
        } else {
            checkParts(event, exchange, violations);
        }
        return violations;
    }

    /** The four parts of the paper's exchange object are there when they are said to be. */
    private void checkParts(Event event, DefaultExchange exchange, List<String> violations) {
        boolean connected = event != Event.CONNECTION_FAILED && event != Event.EXPIRED;
        if (connected && !completeCall && exchange.connection() == null) {
            violations.add(event + " without a connection");
        }
        if (connected && event.compareTo(Event.HEADERS_COMPLETED) >= 0 && exchange.head() == null) {
            violations.add(event + " without a response");
        }
    }

    private void checkEnd(List<Event> before, DefaultExchange exchange, List<String> violations) {
        Outcome outcome = exchange.outcome();
        boolean complete = before.contains(Event.HEADERS_COMPLETED) && before.contains(Event.BODY_COMPLETED);
        if (outcome == Outcome.COMPLETED && !complete) {
            violations.add("completed after " + before);
        }
        if ((outcome == Outcome.EXPIRED) != before.contains(Event.EXPIRED)) {
            violations.add("ended as " + outcome + " after " + before);
        }
        if ((outcome == Outcome.COMPLETED) != (exchange.failure() == null)) {
            violations.add("ended as " + outcome + " with " + exchange.failure());
        }
        long attempts = exchange.timings().attempts().size();
        long connections = before.stream().filter(Event.first()::contains).count();
        if (connections > attempts + 1 && !completeCall) {
            violations.add(attempts + " attempts with " + before);
        }
    }
}
