package dev.medley.exchange.internal.call;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.content.FormattedBody;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.format.Content;
import dev.medley.format.FaultException;
import dev.medley.format.Format;
import dev.medley.format.FormatException;
import dev.medley.format.PartnerFault;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.partner.CacheStatus;
import dev.medley.partner.LimitSettings;
import dev.medley.partner.internal.cache.CachedHead;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole response of a partner. */
public final class DefaultPartnerResponse implements PartnerResponse {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultPartnerResponse.class);

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
            PartnerFault fault = format.fault(content());
            throw fault != null
                    ? refused(format, fault)
                    : DefaultExchangeException.refused(
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
     * @throws DefaultExchangeException if it is a fault
     */
    @SuppressWarnings("unchecked") // A document stays one.
    public <T> @Nullable T formatted(Format<T> format) throws FormatException {
        try {
            T value = FormattedBody.read(format, exchange.request(), head, content());
            return value instanceof Json document
                    ? (T) document.withOrigin(ResponseCheck.origin(exchange.partner()))
                    : value;
        } catch (FaultException x) {
            throw refused(format, x.fault());
        }
    }

    private Content content() {
        LimitSettings limits = exchange.destination().limits();
        return new Content(
                body,
                head.header("Content-Type"),
                location(),
                new JsonLimits(limits.maxJsonNames(), limits.maxJsonTokens()));
    }

    /** The failure is logged here: the exchange has completed, so that no log of failures has it. */
    private DefaultExchangeException refused(Format<?> format, PartnerFault fault) {
        DefaultExchangeException failure = DefaultExchangeException.ofFault(
                exchange.partner(), ExchangeState.COMPLETED, format, fault, new BufferedResponse(head, body));
        long others = exchange.destination().faultPace().others(exchange.clock().nanoTime());
        if (others >= 0) {
            LOG.warn("{} (and {} others since the last line)", failure.getMessage(), others);
        }
        return failure;
    }

    private String location() {
        URI partner = exchange.destination().settings().url();
        return "%s://%s%s".formatted(partner.getScheme(), partner.getRawAuthority(), exchange.answeredTarget());
    }
}
