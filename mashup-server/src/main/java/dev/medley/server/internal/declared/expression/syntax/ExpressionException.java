package dev.medley.server.internal.declared.expression.syntax;

import org.jspecify.annotations.Nullable;

/**
 * An expression or a template that cannot be compiled, or an evaluation that failed. The message is one line, without the
 * position. It has no stack trace: the fault is in the expression or in its data.
 */
public final class ExpressionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The position of a fault that has none. */
    public static final int UNKNOWN = -1;

    private final int position;
    private final transient FaultPlace place;

    /** Creates one that has no cause, at an offset from 0 or {@link #UNKNOWN}. */
    public ExpressionException(int position, String message) {
        this(position, message, null);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param cause of a failure that was not foreseen, else null
     */
    public ExpressionException(int position, String message, @Nullable Throwable cause) {
        this(position, message, cause, FaultPlace.at(position));
    }

    /**
     * Creates an exception of a place.
     *
     * @param place what has failed, more precisely than a position can tell
     */
    public ExpressionException(int position, String message, @Nullable Throwable cause, FaultPlace place) {
        super(message, cause, false, false);
        this.position = position;
        this.place = place;
    }

    /** The offset of the fault in the text that was compiled, from 0; -1 if it is not known. */
    public int position() {
        return position;
    }

    /** The part of the expression that has failed. */
    public FaultPlace place() {
        return place;
    }

    /** This exception, for a text in which the expression begins at {@code offset}. */
    public ExpressionException at(int offset) {
        return position == UNKNOWN ? this : new ExpressionException(position + offset, getMessage(), getCause());
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
