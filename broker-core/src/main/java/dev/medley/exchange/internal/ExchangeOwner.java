package dev.medley.exchange.internal;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.exchange.internal.request.RequestFields;
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

    /** Returns the inbound request of an exchange with {@code fields}: that of {@code owner}, or {@code given} if that has none. */
    static @Nullable RequestContext context(
            @Nullable ExchangeOwner owner, RequestFields fields, @Nullable RequestContext given) {
        RequestContext own = owner == null ? null : owner.requestContext(fields.haveCredential());
        return own == null ? given : own;
    }
}
