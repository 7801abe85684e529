package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.format.SoapVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The XML, SOAP or GraphQL of an exchange. Immutable.
 *
 * @param template of an XML body; null for none
 * @param arrays names of elements of the response that are a list even if there is one
 * @param soap the call of a SOAP service; null if it is none
 * @param graphQl the query; null if it has none
 */
public record ExchangeContent(
        @Nullable LocatedText template,
        List<String> arrays,
        @Nullable Soap soap,
        @Nullable GraphQl graphQl) {

    /** That of an exchange without any. */
    public static final ExchangeContent NONE = new ExchangeContent(null, List.of(), null, null);

    /** Takes a copy. */
    public ExchangeContent {
        arrays = List.copyOf(arrays);
    }

    /** Returns the key that makes the response no JSON and no {@code format}; null if there is none. */
    public @Nullable String protocol() {
        return soap != null ? ContentKeys.SOAP : graphQl != null ? ContentKeys.GRAPHQL : null;
    }

    /** Returns the text that has the body; null if there is none. */
    public @Nullable LocatedText body() {
        return graphQl != null ? graphQl.query() : template;
    }

    /**
     * The call of a SOAP service.
     *
     * @param version of SOAP
     * @param action of the call; empty for none
     * @param header expression of the elements in the Header; null for none
     */
    public record Soap(
            SoapVersion version,
            LocatedText action,
            @Nullable LocatedText header) {}

    /**
     * A query or mutation of GraphQL.
     *
     * @param query its document
     * @param variables their expressions
     * @param operation the one to carry out; null for the only one
     */
    public record GraphQl(
            LocatedText query,
            List<NamedText> variables,
            @Nullable LocatedText operation) {

        /** Takes a copy. */
        public GraphQl {
            variables = List.copyOf(variables);
        }
    }
}
