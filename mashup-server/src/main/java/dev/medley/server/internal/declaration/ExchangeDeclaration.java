package dev.medley.server.internal.declaration;

import dev.medley.config.ForwardedField;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.format.CsvSeparator;
import dev.medley.format.Format;
import dev.medley.server.internal.schema.BodySchema;
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
 * @param content the XML, SOAP or GraphQL of it
 * @param format of the response; that of {@code content} comes first
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
 * @param pages how the pages of a list are read; null for a response that is whole
 * @param batch how several elements are asked for at once; null for one request for each
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
        ExchangeContent content,
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
        @Nullable Pages pages,
        @Nullable Batch batch,
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

    /** Returns the reader of the response's format; null for JSON, which is checked when it arrives. */
    public @Nullable Format<?> reader() {
        if (content.soap() != null) {
            return Format.soap(content.soap().version(), content.arrays().toArray(String[]::new));
        }
        if (content.graphQl() != null) {
            return Format.GRAPHQL;
        }
        return format == ResponseFormat.XML
                ? Format.xml(content.arrays().toArray(String[]::new))
                : format.reader(separator == null ? CsvSeparator.COMMA : separator);
    }

    /** Returns the text that has the body of the request, or its expression; null if there is none. */
    public @Nullable LocatedText bodySource() {
        return body == null ? content.body() : body;
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
                content,
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
                pages,
                batch,
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
     * The pages of a list.
     *
     * @param next expression of the link to the next page, or of its cursor
     * @param items expression of the items of a page; null for the page itself
     * @param max number of pages that are read at most
     */
    public record Pages(LocatedText next, @Nullable LocatedText items, int max) {}

    /**
     * Requests for several elements at once.
     *
     * @param place of the key, for messages
     * @param by name of the member that has the key in the response
     * @param max different keys of one request
     * @param key expression of an element's key; null for the element itself
     * @param items expression of the array in the response; null for the response itself
     * @param many whether the value of an element is an array of objects
     * @param waiting time for the keys of other inbound requests; null for not sharing requests with these
     */
    public record Batch(
            LocatedText place,
            String by,
            int max,
            @Nullable LocatedText key,
            @Nullable LocatedText items,
            boolean many,
            @Nullable Duration waiting) {}

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
