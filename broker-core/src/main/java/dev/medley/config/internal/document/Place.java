package dev.medley.config.internal.document;

import org.jspecify.annotations.Nullable;

/**
 * Where a key was given, and its value.
 *
 * @param key of the key; for an item of a list, of the item
 * @param value of the first character of the value: its quote or the indicator of its block, if it has one; of a value
 *     that is absent, where it would be
 * @param scalar the value in the file, for one that is no section and no list, and has text
 */
public record Place(
        SourceLocation key, SourceLocation value, @Nullable ScalarSource scalar) {

    /** Returns the place of the character at {@code offset} of the value, or of the value, where characters have no places. */
    SourceLocation within(int offset) {
        return scalar == null ? value : scalar.within(offset);
    }

    /** Returns the place of a key whose value has no place of its own, such as a flag. */
    public static Place of(SourceLocation location) {
        return new Place(location, location, null);
    }
}
