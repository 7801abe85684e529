package dev.medley.exchange.internal.call;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.content.FormattedBody;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.format.Content;
import dev.medley.format.Format;
import dev.medley.format.FormatException;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.partner.CacheStatus;
import dev.medley.partner.LimitSettings;
import dev.medley.partner.internal.cache.CachedHead;
import java.net.URI;
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

    @Override
    public <T> @Nullable T read(Format<T> format) {
        if (!isSuccess()) {
            throw DefaultExchangeException.refused(
                    exchange.partner(),
                    ExchangeState.COMPLETED,
                    Reason.UNEXPECTED_STATUS,
                    "status " + status(),
                    new BufferedResponse(head, body));
        }
        try {
            return formatted(format);
        } catch (FormatException x) {
            throw DefaultExchangeException.malformedBody(exchange.partner(), format.name(), x);
        }
    }

    /**
     * As {@link #read}, of a response with status 2xx.
     *
     * @throws FormatException if the body is not of the format
     */
    public <T> @Nullable T formatted(Format<T> format) throws FormatException {
        LimitSettings limits = exchange.destination().limits();
        return FormattedBody.read(
                format,
                exchange.request(),
                head,
                new Content(
                        body,
                        head.header("Content-Type"),
                        location(),
                        new JsonLimits(limits.maxJsonNames(), limits.maxJsonTokens())));
    }

    private String location() {
        URI partner = exchange.destination().settings().url();
        return "%s://%s%s"
                .formatted(
                        partner.getScheme(),
                        partner.getRawAuthority(),
                        exchange.request().target());
    }
}
