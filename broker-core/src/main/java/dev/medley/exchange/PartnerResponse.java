package dev.medley.exchange;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.medley.connection.ResponseHead;
import dev.medley.format.Format;
import dev.medley.json.Json;
import dev.medley.partner.CacheStatus;
import org.jspecify.annotations.Nullable;

/** The whole response of a partner. */
public interface PartnerResponse {

    /** The exchange that brought it. */
    Exchange exchange();

    /** The status code. */
    int status();

    /** Returns whether the status is 2xx. */
    boolean isSuccess();

    /** Status and header fields. */
    ResponseHead head();

    /** The role of the partner's cache in the response, as the field Cache-Status gives it; null without one. */
    @Nullable
    CacheStatus cacheStatus();

    /** The body, empty if it was streamed; not to be changed. */
    byte[] body();

    /** The body as UTF-8 text. */
    String text();

    /**
     * The body as the JSON document that it was checked to be; the document {@code null} for a 2xx status without a body. Within
     * a value, Jackson writes the response as it.
     *
     * @throws IllegalStateException if the exchange did not {@linkplain ExchangeBuilder#expectJson() expect JSON}
     * @throws ExchangeException if the response has another status than 2xx, which is
     *     {@linkplain ExchangeBuilder#accept accepted}, and its body is not JSON
     */
    @JsonValue
    Json json();

    /**
     * The body, read in a format other than JSON; null for a status without a body, and for an empty body where no document of the
     * format is empty. It is read anew by each call, by the calling thread, in time in proportion to the body:
     * {@code mashup.read(…)} reads a long one off the loops.
     *
     * @throws ExchangeException by {@link Reason#MALFORMED_BODY} if it is not of the format, by {@link Reason#PARTNER_FAULT} if it is a
     *     fault, and by {@link Reason#UNEXPECTED_STATUS} if the status is not 2xx
     */
    <T> @Nullable T read(Format<T> format);
}
