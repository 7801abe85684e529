package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.LocatedText;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a declared mashup. Immutable.
 *
 * @param name its name
 * @param in its place; null for that which its name tells
 * @param type of its value
 * @param required whether a request must have it
 * @param defaultValue in a request without it; null for none
 * @param min smallest number; null for no bound
 * @param max largest number; null for no bound
 * @param pattern regular expression of its text; null for any
 * @param oneOf texts that are allowed; empty for any
 * @param description its meaning; null for none
 */
public record ParameterDeclaration(
        LocatedText name,
        @Nullable ParameterPlace in,
        ParameterType type,
        boolean required,
        @Nullable LocatedText defaultValue,
        @Nullable BigDecimal min,
        @Nullable BigDecimal max,
        @Nullable String pattern,
        List<String> oneOf,
        @Nullable String description) {

    /** Takes a copy. */
    public ParameterDeclaration {
        oneOf = List.copyOf(oneOf);
    }
}
