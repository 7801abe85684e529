package dev.medley.exchange;

/** Bytes that are not one JSON document in UTF-8. */
public final class JsonFault extends Exception {

    private static final long serialVersionUID = 1L;

    JsonFault(String message) {
        super(message, null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
