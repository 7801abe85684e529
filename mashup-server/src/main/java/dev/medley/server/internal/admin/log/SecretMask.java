package dev.medley.server.internal.admin.log;

import dev.medley.connection.internal.SecretNames;

/** Finds secrets by their names, and masks those in the query of a URI: the values of parameters with such a name. */
public final class SecretMask {

    private static final String MASK = "***";

    private SecretMask() {}

    /** Returns {@code uri} with these values replaced, or {@code uri} itself if it has none. */
    public static String masked(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : masked(uri, query + 1);
    }

    private static String masked(String uri, int query) {
        StringBuilder masked = null;
        int copied = 0;
        int from = query;
        while (from < uri.length()) {
            int end = endOfParameter(uri, from);
            int equals = uri.indexOf('=', from);
            if (equals >= 0 && equals < end && isSecret(uri.substring(from, equals))) {
                masked = masked == null ? new StringBuilder(uri.length()) : masked;
                masked.append(uri, copied, equals + 1).append(MASK);
                copied = end;
            }
            from = end + 1;
        }
        return masked == null ? uri : masked.append(uri, copied, uri.length()).toString();
    }

    private static int endOfParameter(String uri, int from) {
        int end = uri.indexOf('&', from);
        return end < 0 ? uri.length() : end;
    }

    /** Returns whether the value of a parameter, or of a header field, of this name is secret. */
    public static boolean isSecret(String name) {
        return SecretNames.isSecret(name);
    }
}
