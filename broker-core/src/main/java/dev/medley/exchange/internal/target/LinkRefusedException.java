package dev.medley.exchange.internal.target;

/** A link that is not followed; the message says why, after the words {@code the link}. */
public final class LinkRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    LinkRefusedException(String why) {
        super(why);
    }
}
