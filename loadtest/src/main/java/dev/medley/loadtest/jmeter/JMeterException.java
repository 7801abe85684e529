package dev.medley.loadtest.jmeter;

/** JMeter was not found, did not run properly, or wrote an unreadable result. The message is for the user. */
public final class JMeterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    JMeterException(String message) {
        super(message);
    }

    JMeterException(String message, Throwable cause) {
        super(message, cause);
    }
}
