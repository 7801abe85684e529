package dev.medley.server.declared;

import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
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

    /** The failure of an exchange whose {@code field} has no value. The inbound request is at fault if it is about nothing else. */
    static ProblemException missing(String exchange, String field, TextFormula value) {
        boolean ofRequest = Names.areOfRequest(value.template().variables());
        return new ProblemException(
                ofRequest ? Status.BAD_REQUEST : Status.BAD_GATEWAY,
                "the header field %s of the exchange %s has no value".formatted(field, exchange));
    }
}
