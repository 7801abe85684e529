package dev.medley.connection.internal;

import java.util.List;
import java.util.regex.Pattern;

/** Finds secrets by the names of header fields and parameters whose values are secret, or identify a user, and masks them. */
public final class SecretNames {

    private static final List<String> NAME_PARTS = List.of(
            "token",
            "secret",
            "passw",
            "pwd",
            "apikey",
            "api_key",
            "api-key",
            "access-key",
            "accesskey",
            "access_key",
            "subscription-key",
            "credential",
            "session",
            "signature");
    private static final List<String> NAMES = List.of("key", "x-key", "sig", "ticket");

    /** A word of authentication or authorization, and not of an author. */
    private static final Pattern AUTHENTICATION = Pattern.compile("auth(?!or(?!i[sz]))", Pattern.CASE_INSENSITIVE);

    private static final String MASK = "***";

    private SecretNames() {}

    /** Returns whether the value of a parameter, or of a header field, of this name is secret. */
    public static boolean isSecret(String name) {
        // An encoded name may be that of a secret; it is rare, so that masking its value costs little.
        return name.indexOf('%') >= 0
                || NAMES.stream().anyMatch(name::equalsIgnoreCase)
                || AUTHENTICATION.matcher(name).find()
                || NAME_PARTS.stream().anyMatch(word -> containsIgnoringCase(name, word));
    }

    /** Returns {@code uri} without the values of secret parameters in its query: {@code uri} itself if there are none. */
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

    private static boolean containsIgnoringCase(String name, String word) {
        for (int i = 0; i <= name.length() - word.length(); i++) {
            if (name.regionMatches(true, i, word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }
}
