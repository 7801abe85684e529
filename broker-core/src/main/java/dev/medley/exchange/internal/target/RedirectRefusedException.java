package dev.medley.exchange.internal.target;

/** A redirect that is not followed. */
public final class RedirectRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    RedirectRefusedException(String why) {
        super("the redirect is not followed: " + why, null, false, false);
    }
}
