package dev.medley.server.internal.openapi;

import dev.medley.config.internal.Similar;
import java.util.Collection;
import java.util.Optional;

/** Finds the name of a document that was probably meant. */
final class Nearest {

    /** A name that is much longer than another is not like it, and takes long to compare. */
    private static final int MUCH_LONGER = 40;

    private Nearest() {}

    /** Returns the candidate that is nearest to {@code word}, unless all are far from it. */
    static Optional<String> of(String word, Collection<String> candidates) {
        return Similar.nearest(
                word,
                candidates.stream()
                        .filter(each -> Math.abs(each.length() - word.length()) <= MUCH_LONGER)
                        .toList());
    }
}
