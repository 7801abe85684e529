package dev.medley.server.internal.declared.expression.syntax;

import com.dashjoin.jsonata.JException;

/**
 * A failure of an evaluation, in our own words, on its way through the library. Other exceptions would lose their message
 * there; to this one it adds the position of the call that failed.
 */
public final class Refusal extends JException {

    private static final long serialVersionUID = 1L;

    private final String text;

    /** Creates a refusal without a position and without a stack trace; {@code text} is one line. */
    public Refusal(String text) {
        super("", ExpressionException.UNKNOWN);
        this.text = text;
    }

    /** Returns our words, which {@link #getMessage()} does not have: that is the library's message. */
    public String text() {
        return text;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
