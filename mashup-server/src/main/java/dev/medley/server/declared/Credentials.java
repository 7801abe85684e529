package dev.medley.server.declared;

import dev.medley.server.admin.log.SecretMask;

/**
 * Header fields by which a request shows whose it is, told by their names. Without its value a request would be sent as
 * nobody's, and what the partner says to that taken for the answer; so it is not sent.
 */
final class Credentials {

    private static final String COOKIE = "Cookie";

    private Credentials() {}

    /** Returns whether the field of this name is one. */
    static boolean isOne(String field) {
        return field.equalsIgnoreCase(COOKIE) || SecretMask.isSecret(field);
    }
}
