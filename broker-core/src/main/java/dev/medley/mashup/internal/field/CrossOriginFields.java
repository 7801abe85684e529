package dev.medley.mashup.internal.field;

/**
 * The fields by which a server tells browsers whose pages may read its responses (CORS). Those of a partner are about the partner:
 * they are never passed on, and the server's own rules are the only ones.
 */
final class CrossOriginFields {

    private static final String PREFIX = "access-control-";

    private CrossOriginFields() {}

    /** Returns whether a field of this name is one. */
    static boolean isOne(String name) {
        return name.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
    }
}
