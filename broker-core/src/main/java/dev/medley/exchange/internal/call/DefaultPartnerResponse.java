package dev.medley.exchange.internal.call;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.json.Json;
import dev.medley.partner.CacheStatus;
import dev.medley.partner.internal.cache.CachedHead;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The whole response of a partner. */
public final class DefaultPartnerResponse implements PartnerResponse {

    private final DefaultExchange exchange;
    private final ResponseHead head;
    private final byte[] body;
    private final @Nullable Json json;

    DefaultPartnerResponse(DefaultExchange exchange, ResponseHead head, byte[] body, @Nullable Json json) {
        this.exchange = exchange;
        this.head = head;
        this.body = body;
        this.json = json;
    }

    @Override
    public DefaultExchange exchange() {
        return exchange;
    }

    @Override
    public int status() {
        return head.status();
    }

    @Override
    public boolean isSuccess() {
        return ExchangeOptions.isSuccess(head.status());
    }

    @Override
    public ResponseHead head() {
        return head;
    }

    @Override
    public @Nullable CacheStatus cacheStatus() {
        return head instanceof CachedHead cached ? cached.cacheStatus() : null;
    }

    @Override
    public byte[] body() {
        return body;
    }

    @Override
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public Json json() {
        if (json == null && exchange.expectsJson()) {
            throw DefaultExchangeException.refused(
                    exchange.partner(),
                    ExchangeState.COMPLETED,
                    Reason.UNEXPECTED_STATUS,
                    "status " + status() + " without a JSON document",
                    new BufferedResponse(head, body));
        }
        if (json == null) {
            throw new IllegalStateException(exchange + " did not expect JSON: call expectJson() on its builder");
        }
        return json;
    }
}
