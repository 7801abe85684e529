package dev.medley.connection.internal;

import java.util.List;
import java.util.regex.Pattern;

/** The names of header fields and parameters whose values are secret, or identify a user. */
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
    private static final List<String> NAMES = List.of("key", "x-key", "sig");

    /** A word of authentication or authorization, and not of an author. */
    private static final Pattern AUTHENTICATION = Pattern.compile("auth(?!or(?!i[sz]))", Pattern.CASE_INSENSITIVE);

    private SecretNames() {}

    /** Returns whether the value of a parameter, or of a header field, of this name is secret. */
    public static boolean isSecret(String name) {
        // An encoded name may be that of a secret; it is rare, so that masking its value costs little.
        return name.indexOf('%') >= 0
                || NAMES.stream().anyMatch(name::equalsIgnoreCase)
                || AUTHENTICATION.matcher(name).find()
                || NAME_PARTS.stream().anyMatch(word -> containsIgnoringCase(name, word));
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
