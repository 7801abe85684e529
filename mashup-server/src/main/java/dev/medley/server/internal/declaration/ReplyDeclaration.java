package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reply of a declared mashup. Immutable.
 *
 * @param body expression; null for {@code merge}
 * @param merge expressions of the members of the body, in their order; if it is empty and there is no {@code body}, the values of
 *     all exchanges are the members
 * @param status expression; null for 200
 * @param headers templates of header fields
 * @param maxAge expression of seconds; null for none
 * @param type media type; null for {@code application/json}
 * @param needs exchanges that must have ended before
 * @param manifest name of a member of the body with the completeness manifest; null for none
 * @param pass name of an exchange whose response is the reply; null for a reply of its own
 */
public record ReplyDeclaration(
        @Nullable LocatedText body,
        List<NamedText> merge,
        @Nullable LocatedText status,
        List<NamedText> headers,
        @Nullable LocatedText maxAge,
        @Nullable LocatedText type,
        List<LocatedText> needs,
        @Nullable LocatedText manifest,
        @Nullable LocatedText pass) {

    /** Takes copies. */
    public ReplyDeclaration {
        merge = List.copyOf(merge);
        headers = List.copyOf(headers);
        needs = List.copyOf(needs);
    }

    /** Returns a reply that is the response of {@code exchange}. */
    static ReplyDeclaration passing(LocatedText exchange) {
        return new ReplyDeclaration(null, List.of(), null, List.of(), null, null, List.of(), null, exchange);
    }
}
