package dev.medley.json;

/**
 * Bounds of the memory and the time that the check of one document takes.
 *
 * @param maxNames names of members, counted in all objects that are open at one place of the document. The search for
 *     names that occur twice keeps them, about 24 bytes each
 * @param maxTokens beginnings and ends of objects and arrays, names, and values, in the whole document
 */
public record JsonLimits(int maxNames, int maxTokens) {

    /** 100,000 names, 2,000,000 tokens. */
    public static final JsonLimits DEFAULT = new JsonLimits(100_000, 2_000_000);

    /** Refuses bounds below one. */
    public JsonLimits {
        if (maxNames < 1 || maxTokens < 1) {
            throw new IllegalArgumentException("limits of JSON: maxNames is %d, maxTokens is %d, expected at least 1"
                    .formatted(maxNames, maxTokens));
        }
    }
}
