package dev.medley.exchange;

import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import dev.medley.format.Format;
import dev.medley.format.SoapVersion;
import dev.medley.json.internal.NotADocument;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Builds one request to a partner. An option that is not set here has the value of the partner's settings. Not
 * thread-safe.
 */
@JsonSerialize(using = NotADocument.NotStarted.class)
public interface ExchangeBuilder {

    /**
     * A GET of {@code template}: path and query, in which the next of {@code values} replaces each
     * {@code {placeholder}}, percent-encoded.
     */
    ExchangeBuilder get(String template, Object... values);

    /** A POST to {@code template}, as in {@link #get}; {@link #body} or {@link #jsonBody} sets its content. */
    ExchangeBuilder post(String template, Object... values);

    /** A PUT to {@code template}, as in {@link #get}; {@link #body} or {@link #jsonBody} sets its content. */
    ExchangeBuilder put(String template, Object... values);

    /** A PATCH of {@code template}, as in {@link #get}; {@link #body} or {@link #jsonBody} sets its content. */
    ExchangeBuilder patch(String template, Object... values);

    /** A DELETE of {@code template}, as in {@link #get}. */
    ExchangeBuilder delete(String template, Object... values);

    /** A request with any method, as in {@link #get}. */
    ExchangeBuilder request(String method, String template, Object... values);

    /** Sets the body of the request. */
    ExchangeBuilder body(RequestBody content);

    /**
     * Sets the body of the request: the JSON document that {@code value} (a record, a map, a tree, …) is written as.
     *
     * @throws IllegalArgumentException if it cannot be a document
     */
    ExchangeBuilder jsonBody(Object value);

    /**
     * Sets the body of the request: the XML document that {@code document} is written as, a map with the root element as its only
     * member, in the shape that {@link Format#XML} reads. Values are texts, numbers, booleans, maps, lists and null, which is an empty
     * element.
     *
     * @throws IllegalArgumentException if it cannot be written, with the place
     */
    ExchangeBuilder xmlBody(Map<String, ?> document);

    /**
     * Sets the body of the request: comma-separated values (RFC 4180). The members of the first map are the columns; in the others each of
     * them may be absent or null, which is an empty value. Values are not changed: one that begins with {@code =}, {@code +}, {@code -} or
     * {@code @} is a formula for a spreadsheet.
     *
     * @throws IllegalArgumentException if it cannot be written, with the place
     */
    ExchangeBuilder csvBody(List<? extends Map<String, ?>> rows);

    /**
     * Sets the body of the request: an envelope of SOAP around {@code content}, the child elements of its Body, which are written as
     * by {@link #xmlBody}. {@link #expect} {@code (Format.soap(version))} belongs to it.
     *
     * @param action in {@code SOAPAction} of SOAP 1.1, and in {@code Content-Type} of SOAP 1.2; may be empty
     * @throws IllegalArgumentException if it cannot be written, with the place, or the action cannot be sent
     */
    ExchangeBuilder soapBody(SoapVersion version, String action, Map<String, ?> content);

    /**
     * Sets the body of the request: a query or mutation of GraphQL with its variables. {@link #expect} {@code (Format.GRAPHQL)} belongs
     * to it.
     *
     * @throws IllegalArgumentException if the variables cannot be a document
     */
    ExchangeBuilder graphQlBody(String query, Map<String, ?> variables);

    /**
     * Adds a header field; none if {@code value} is null, such as that of a field which the inbound request does not have.
     *
     * @throws InvalidRequestException if no field has such a name or value
     */
    ExchangeBuilder header(String name, @Nullable String value);

    /**
     * Passes on all fields of the inbound request, unless the request has them already: but those of the connection and the body,
     * {@code Forwarded}, {@code X-Forwarded-…} and {@code X-Real-IP}, which the client may have made up, {@code X-Original-URL} and
     * {@code X-Rewrite-URL}, which some servers take for the path, and those of id and trace, which are sent as the partner's
     * {@code request-id} says. The partner's {@code pass-headers} then has no effect.
     *
     * @param fields of the inbound request, by their names in any case
     * @throws InvalidRequestException if a value cannot be sent
     */
    ExchangeBuilder passAll(Map<String, List<String>> fields);

    /**
     * Sends the request with a new key in the field {@code Idempotency-Key}, by which the partner recognizes a request that it has
     * processed (draft-ietf-httpapi-idempotency-key-header). Whatever its method, it is then sent again as a GET is. The
     * partner's {@code idempotency-key} does so for each POST and PATCH.
     */
    ExchangeBuilder idempotencyKey();

    /**
     * As {@link #idempotencyKey()}, with a key that the mashup has, such as the number of an order, or the client's field: the
     * partner recognizes the request in later exchanges, too.
     *
     * @param key a quoted string (RFC 9651, section 3.3.3), which is sent as it is, or text, which is sent as such a string
     * @throws InvalidRequestException if it is neither: if it is empty, or has other characters than those of ASCII that are
     *     printed, or a quotation mark or a backslash within it
     */
    ExchangeBuilder idempotencyKey(String key);

    /** Registers a listener for all events. */
    ExchangeBuilder listener(ExchangeListener listener);

    /**
     * Time for the whole exchange; if it is longer than the partner's, the partner's holds. If it is not more than
     * zero, the exchange expires as soon as it starts.
     */
    ExchangeBuilder timeout(Duration whole);

    /**
     * Time for one attempt.
     *
     * @throws IllegalArgumentException if it is more than 365 days
     */
    ExchangeBuilder attemptTimeout(Duration attempt);

    /**
     * Time without a byte from the partner; it does not run while the next part of a streamed body is not asked for.
     *
     * @throws IllegalArgumentException if it is more than 365 days
     */
    ExchangeBuilder idleTimeout(Duration idle);

    /**
     * Bytes of the body that is buffered whole.
     *
     * @throws IllegalArgumentException if it is negative or more than 1 GiB
     */
    ExchangeBuilder maxBody(long bytes);

    /**
     * Redirects that are followed, in place of the partner's {@code redirects}; 0 for none: then a redirect is a response like
     * others. They are followed within the partner's own scheme, host and port. A POST that is answered with 301 or 302, and
     * any request that is answered with 303, becomes a GET without a body; else method and body stay. The exchange fails by
     * {@link Reason#REDIRECT_REFUSED} where a redirect is not followed: to another host, in a circle, one too many, or because
     * the body was streamed.
     *
     * @throws IllegalArgumentException if it is negative
     */
    ExchangeBuilder redirects(int followed);

    /**
     * Number of retries, if retries are permitted, in place of the partner's {@code retries}; 0 for
     * never. {@code retry} of the partner says the rest.
     *
     * @throws IllegalArgumentException if it is not 0 to 100
     */
    ExchangeBuilder retries(int times);

    /**
     * Time after which a second, parallel attempt starts if there is no response, in place of the partner's
     * {@code hedge}; zero for no such attempt. Of requests that may be processed twice only.
     *
     * @throws IllegalArgumentException if it is more than 365 days
     */
    ExchangeBuilder hedge(Duration after);

    /**
     * Only a JSON document with a 2xx status will do: with any other answer the exchange fails, unless its status is
     * {@linkplain #accept accepted}. A 2xx status without a body, such as 204, counts as the document {@code null}.
     */
    ExchangeBuilder expectJson();

    /**
     * Asks for a body in {@code format}, by the field {@code Accept} unless the request has it. As with {@link #accept}, the exchange
     * fails by another status than 2xx, unless that is accepted: by {@link Reason#PARTNER_FAULT} if the body has a fault of the format. The body is read by {@link PartnerResponse#read}, or by
     * {@code mashup.read(…)}.
     */
    ExchangeBuilder expect(Format<?> format);

    /**
     * The exchange completes with a 2xx status and with these, and fails by {@link Reason#UNEXPECTED_STATUS} with any other.
     * Without this, and without {@link #expectJson()}, it completes with any status. The body of an accepted status that is
     * not 2xx need not be JSON.
     *
     * @throws IllegalArgumentException if a status is not 200 to 599
     */
    ExchangeBuilder accept(int... statuses);

    /** The listener gets the body part by part on arrival; the body is not held. */
    ExchangeBuilder streamed();

    /** Gives the exchange a name for people, which no partner is sent. */
    ExchangeBuilder label(String name);

    /** Keeps the exchange from clients: {@code Server-Timing} and the problem of a deadline do not name its partner. */
    ExchangeBuilder internal();

    /**
     * Starts the exchange. Does not block; listener and stage report the outcome.
     *
     * @throws IllegalArgumentException if the request cannot be sent; the message has the reason
     * @throws IllegalStateException if it is streamed and expected to be JSON or to have certain statuses, or streamed
     *     without a listener; if its body is a stream that another exchange has; if the broker has not been started; if
     *     this has been called before
     */
    Exchange start();
}
