package dev.medley.server.internal.declared.several;

import dev.medley.server.internal.declared.value.Formula;
import org.jspecify.annotations.Nullable;

/**
 * How the pages of a list are read. Immutable.
 *
 * @param next expression of what leads to the next page
 * @param items expression of the items of a page; null for the page itself
 * @param max number of pages that are read at most
 * @param cursor whether the value of {@code next} is a variable of the next request, and not a link
 */
public record PagesPlan(Formula next, @Nullable Formula items, int max, boolean cursor) {

    /** Returns whether its expressions may take long. */
    boolean isHeavy() {
        return !next.expression().isLight()
                || (items != null && !items.expression().isLight());
    }
}
