package dev.medley.server.internal.topic.access;

import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.server.internal.topic.exchange.RefusedException;
import dev.medley.server.internal.topic.exchange.TopicExchange;
import dev.medley.server.internal.topic.exchange.TopicRequest;
import dev.medley.servlet.internal.inbound.RefusedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What requests show of who sends them: fields and certificates, a cookie, or a ticket. Thread-safe. */
public final class ClientCredentials {

    private final Entitlements entitlements;
    private final Tickets tickets;

    /** Finds out what clients may do by {@code entitlements}. */
    public ClientCredentials(Entitlements entitlements, Tickets tickets) {
        this.entitlements = entitlements;
        this.tickets = tickets;
    }

    /**
     * Returns what the client may do.
     *
     * @throws RefusedException if what it shows is wrong
     * @throws dev.medley.mashup.ProblemException if its page may not send this
     */
    public TopicAccess of(TopicExchange exchange) {
        TopicRequest asked = TopicRequest.of(exchange, entitlements.knowsCallers());
        String token = asked.isAuthorized() ? null : cookie(exchange);
        if (!entitlements.rules().allowsOrigin(exchange.fields(), exchange.authority(), token != null)) {
            exchange.attribute(RefusedBy.ATTRIBUTE, RefusedBy.ORIGIN);
            throw Refusals.exception(
                    Status.FORBIDDEN,
                    "pages of this origin may not use topics; expected one of this server, or of server.cors.origins"
                            + (token == null ? "" : " with server.cors.credentials"));
        }
        String ticket = asked.parameter(Tickets.PARAMETER);
        if (ticket != null) {
            asked = asked.as(tickets.redeem(ticket));
        } else if (token != null) {
            asked = asked.withToken(token);
        }
        return new TopicAccess(entitlements, asked, entitlements.caller(asked));
    }

    private @Nullable String cookie(TopicExchange exchange) {
        String name = entitlements.rules().sessions().cookie();
        if (name == null || !entitlements.knowsCallers()) {
            return null;
        }
        return exchange.cookie(name);
    }

    /**
     * Returns the reply with a ticket for the client.
     *
     * @throws dev.medley.mashup.ProblemException if it is not known
     */
    public Reply ticket(TopicAccess access) {
        if (access.caller() == null) {
            throw Refusals.exception(
                    entitlements.knowsCallers() ? Status.UNAUTHORIZED : Status.FORBIDDEN,
                    "a ticket is for a caller, and this one is not known");
        }
        Map<String, Object> ticket = new LinkedHashMap<>();
        ticket.put("ticket", tickets.issue(access.request()));
        ticket.put("expires", Tickets.VALID.toSeconds());
        return Reply.json(ticket).header("Cache-Control", "no-store");
    }
}
