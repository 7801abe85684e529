package dev.medley.exchange.internal;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.exchange.internal.request.RequestFields;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.routing.Sender;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What begins exchanges, and releases their responses: a mashup. */
@FunctionalInterface
public interface ExchangeOwner {

    /** {@code exchange} is about to start, before its first event; an exception cancels it. */
    void starts(DefaultExchange exchange);

    /**
     * Returns the inbound request of an exchange; null for that of its builder. Asked for as the exchange starts: what the mashup has
     * learned of its caller until then counts.
     *
     * @param hasCredential whether the request to the partner has a field with a credential, which may be the caller's
     */
    default @Nullable RequestContext requestContext(boolean hasCredential) {
        return null;
    }

    /**
     * Returns the name of the field in which the caller has shown who it is: partners that are passed all fields do not get it, unless
     * they are configured to. Null for none.
     */
    default @Nullable String callerField() {
        return null;
    }

    /** Returns who has sent the inbound request; null if there is none. */
    default @Nullable Sender sender() {
        return null;
    }

    /** Returns those of {@code fields} that {@code partner} may be passed. */
    static Map<String, List<String>> passed(
            @Nullable ExchangeOwner owner, PartnerSettings partner, Map<String, List<String>> fields) {
        String own = owner == null ? null : owner.callerField();
        if (own == null || partner.passHeaders().stream().anyMatch(own::equalsIgnoreCase)) {
            return fields;
        }
        Map<String, List<String>> others = new LinkedHashMap<>(fields);
        others.keySet().removeIf(own::equalsIgnoreCase);
        return others;
    }

    /** Returns the inbound request of an exchange with {@code fields}: that of {@code owner}, or {@code given} if that has none. */
    static @Nullable RequestContext context(
            @Nullable ExchangeOwner owner, RequestFields fields, @Nullable RequestContext given) {
        RequestContext own = owner == null ? null : owner.requestContext(fields.haveCredential());
        return own == null ? given : own;
    }
}
