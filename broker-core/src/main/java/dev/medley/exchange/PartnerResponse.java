package dev.medley.exchange;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.medley.connection.ResponseHead;
import dev.medley.json.Json;
import dev.medley.partner.CacheStatus;
import dev.medley.partner.internal.cache.CachedHead;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The whole response of a partner. */
public final class PartnerResponse {

    private static final int FIRST_SUCCESS = 200;
    private static final int FIRST_REDIRECT = 300;

    private final Exchange exchange;
    private final ResponseHead head;
    private final byte[] body;
    private final @Nullable Json json;

    PartnerResponse(Exchange exchange, ResponseHead head, byte[] body, @Nullable Json json) {
        this.exchange = exchange;
        this.head = head;
        this.body = body;
        this.json = json;
    }

    /** The exchange that brought it. */
    public Exchange exchange() {
        return exchange;
    }

    /** The status code. */
    public int status() {
        return head.status();
    }

    /** Returns whether the status is 2xx. */
    public boolean isSuccess() {
        return isSuccess(head.status());
    }

    /** Status and header fields. */
    public ResponseHead head() {
        return head;
    }

    /** The part that the partner's cache had in the response, as its field Cache-Status has it; null if it had none. */
    public @Nullable CacheStatus cacheStatus() {
        return head instanceof CachedHead cached ? cached.cacheStatus() : null;
    }

    /** The body, empty if it was streamed; not to be changed. */
    public byte[] body() {
        return body;
    }

    /** The body as UTF-8 text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * The body as the JSON document that it was checked to be; the document {@code null} for a 2xx status without a body. Within
     * a value, Jackson writes the response as it.
     *
     * @throws IllegalStateException if the exchange did not {@linkplain ExchangeBuilder#expectJson() expect JSON}
     * @throws ExchangeException if the response has another status than 2xx, which is
     *     {@linkplain ExchangeBuilder#accept accepted}, and its body is not JSON
     */
    @JsonValue
    public Json json() {
        if (json == null && exchange.expectsJson()) {
            throw ExchangeException.refused(
                    exchange.partner().name(),
                    ExchangeState.COMPLETED,
                    Reason.UNEXPECTED_STATUS,
                    "status " + status() + " without a JSON document",
                    new RefusedAnswer(head, body));
        }
        if (json == null) {
            throw new IllegalStateException(exchange + " did not expect JSON: call expectJson() on its builder");
        }
        return json;
    }

    static boolean isSuccess(int status) {
        return status >= FIRST_SUCCESS && status < FIRST_REDIRECT;
    }
}
