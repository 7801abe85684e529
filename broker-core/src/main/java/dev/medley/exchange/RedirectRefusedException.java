package dev.medley.exchange;

import dev.medley.connection.ResponseHead;

/** A redirect that is not followed. */
final class RedirectRefusedException extends Exception {

    private static final long serialVersionUID = 1L;
    private static final byte[] NOTHING = {};

    RedirectRefusedException(String why) {
        super("the redirect is not followed: " + why, null, false, false);
    }

    /** The failure of an exchange with {@code partner}, by the response that has {@code head}. */
    DefaultExchangeException of(String partner, ResponseHead head) {
        return DefaultExchangeException.refused(
                partner,
                ExchangeState.HEADERS,
                Reason.REDIRECT_REFUSED,
                String.valueOf(getMessage()),
                new BufferedResponse(head, NOTHING));
    }
}
