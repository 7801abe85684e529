package dev.medley.format;

import dev.medley.json.JsonLimits;
import org.jspecify.annotations.Nullable;

/**
 * A body that has arrived, and what is known of it. Immutable.
 *
 * @param bytes of the body, without a content coding; not to be changed
 * @param type the value of {@code Content-Type}, whose charset counts; null if there is none
 * @param location the URL that relative links in the body refer to; null if it is not known
 * @param limits bounds of the tree. Tokens are elements, attributes and texts, or rows and fields; names are the members of the
 *     maps that are open at one place, or the columns
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares two of them.
public record Content(
        byte[] bytes, @Nullable String type, @Nullable String location, JsonLimits limits) {

    /** A body within the {@linkplain JsonLimits#DEFAULT usual limits}, with links to an unknown place. */
    public Content(byte[] bytes, @Nullable String type) {
        this(bytes, type, null, JsonLimits.DEFAULT);
    }
}
