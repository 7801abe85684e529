package dev.medley.setting;

/** A value that its parser refuses. The message has the value, the fault and what is expected, in one line. */
public final class InvalidValueException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidValueException(String value, String fault, String expected) {
        super(Quoted.of(value) + " " + fault + "; expected " + expected);
    }
}
