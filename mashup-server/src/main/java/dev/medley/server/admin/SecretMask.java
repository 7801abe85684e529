package dev.medley.server.admin;

import java.util.List;

/** Takes out of a URI what looks like a secret in its query: the values of parameters whose name says so. */
final class SecretMask {

    private static final String MASK = "***";
    private static final List<String> SAY_SO = List.of(
            "token",
            "secret",
            "passw",
            "pwd",
            "apikey",
            "api_key",
            "api-key",
            "auth",
            "credential",
            "session",
            "signature");
    private static final List<String> ARE = List.of("key", "sig");

    private SecretMask() {}

    /** {@code uri} with such values replaced; {@code uri} itself if there are none. */
    static String masked(String uri) {
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

    private static boolean isSecret(String name) {
        // An encoded name may be any; it is rare, so its value is no loss.
        return name.indexOf('%') >= 0
                || ARE.stream().anyMatch(name::equalsIgnoreCase)
                || SAY_SO.stream().anyMatch(word -> containsIgnoringCase(name, word));
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
