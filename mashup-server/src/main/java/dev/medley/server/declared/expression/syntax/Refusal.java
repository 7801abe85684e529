package dev.medley.server.declared.expression.syntax;

import com.dashjoin.jsonata.JException;

/**
 * A failure of an evaluation, in our own words, on its way through the library. Other exceptions would lose their message
 * there; to this one it adds the position of the call that failed.
 */
public final class Refusal extends JException {

    private static final long serialVersionUID = 1L;

    private final String text;

    public Refusal(String text) {
        super("", ExpressionException.UNKNOWN);
        this.text = text;
    }

    public String text() {
        return text;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
