package dev.medley.json;

/** Bytes that are not one JSON document in UTF-8. */
public final class MalformedJsonException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean repeatedName;

    MalformedJsonException(String message) {
        this(message, false);
    }

    private MalformedJsonException(String message, boolean repeatedName) {
        super(message, null, false, false);
        this.repeatedName = repeatedName;
    }

    /** An object has a name twice: its grammar is right, but two parsers may read two values. */
    static MalformedJsonException repeatedName(String message) {
        return new MalformedJsonException(message, true);
    }

    /** Returns whether the fault is an object that has a name twice. */
    public boolean isRepeatedName() {
        return repeatedName;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
