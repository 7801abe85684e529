package dev.medley.server.internal.declaration;

import dev.medley.config.ForwardedField;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.format.CsvSeparator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An exchange of a declared mashup. Templates are texts with expressions in braces. Immutable.
 *
 * @param name of the exchange, and of the variable with its value
 * @param partner template of the partner's name
 * @param method of the request
 * @param path template of path and query
 * @param query templates of further parameters of the query
 * @param headers templates of header fields
 * @param body expression of the request's body; null for none
 * @param format of the response
 * @param separator of CSV; null for a comma
 * @param responseSchema check of the response; null for none
 * @param timeout for the whole exchange; null for the partner's
 * @param accept statuses beside 2xx with which it completes
 * @param passStatus statuses of the partner that become those of the reply
 * @param retries of its request; null for the partner's
 * @param hedgeAfter time after which a second attempt starts; null for the partner's
 * @param needs exchanges that must have ended before
 * @param when condition; null for always
 * @param forEach expression of an array of which each element has an exchange; null for one exchange
 * @param concurrency exchanges of {@code forEach} in flight at a time
 * @param maxElements of {@code forEach}
 * @param optional whether the mashup replies without its value
 * @param internal whether nothing that clients get shows it, except what expressions make of its value
 * @param fallback replacement for its value
 * @param example response in place of the partner's
 * @param snapshot name of the mashup whose snapshot is its value; null for a request
 * @param inbound how its request is that of the client; null for one of its own
 */
public record ExchangeDeclaration(
        LocatedText name,
        LocatedText partner,
        RequestMethod method,
        LocatedText path,
        List<NamedText> query,
        List<NamedText> headers,
        @Nullable LocatedText body,
        ResponseFormat format,
        @Nullable CsvSeparator separator,
        @Nullable ResponseSchema responseSchema,
        @Nullable Duration timeout,
        List<Integer> accept,
        List<StatusRange> passStatus,
        @Nullable Integer retries,
        @Nullable Duration hedgeAfter,
        List<LocatedText> needs,
        @Nullable LocatedText when,
        @Nullable LocatedText forEach,
        int concurrency,
        int maxElements,
        boolean optional,
        boolean internal,
        Fallback fallback,
        @Nullable Example example,
        @Nullable LocatedText snapshot,
        @Nullable InboundRequest inbound) {

    /** Takes copies. */
    public ExchangeDeclaration {
        query = List.copyOf(query);
        headers = List.copyOf(headers);
        accept = List.copyOf(accept);
        passStatus = List.copyOf(passStatus);
        needs = List.copyOf(needs);
    }

    /** Returns this exchange with one more header field. */
    public ExchangeDeclaration withHeader(NamedText header) {
        List<NamedText> fields = new ArrayList<>(headers);
        fields.add(header);
        return new ExchangeDeclaration(
                name,
                partner,
                method,
                path,
                query,
                fields,
                body,
                format,
                separator,
                responseSchema,
                timeout,
                accept,
                passStatus,
                retries,
                hedgeAfter,
                needs,
                when,
                forEach,
                concurrency,
                maxElements,
                optional,
                internal,
                fallback,
                example,
                snapshot,
                inbound);
    }

    /**
     * The inbound request as the request of an exchange: with its method, query, header fields and body, and with the rest of its
     * path.
     *
     * @param forwarded field that names the client; null for none
     */
    public record InboundRequest(@Nullable ForwardedField forwarded) {}

    /**
     * The schema of a response.
     *
     * @param body that it must have
     * @param onMismatch what becomes of an exchange with another one
     */
    public record ResponseSchema(BodySchema body, OnMismatch onMismatch) {}

    /**
     * Replacement for the value of an exchange that fails.
     *
     * @param value expression; null for none
     * @param exchange name of another exchange; null for none
     * @param stale time for which a stored response does; null for as long as the partner's cache says
     */
    public record Fallback(
            @Nullable LocatedText value,
            @Nullable LocatedText exchange,
            @Nullable Duration stale) {

        /** Returns whether there is neither a value nor an exchange. */
        public boolean isNone() {
            return value == null && exchange == null;
        }
    }

    /**
     * A response in place of the partner's.
     *
     * @param status of the response
     * @param body in the format of the exchange
     * @param delay before the response
     */
    public record Example(int status, LocatedText body, Duration delay) {}
}
