package dev.medley.loadtest.jmeter;

/** JMeter cannot be found, did not run as it should, or wrote what cannot be read; the message is for the user. */
public final class JMeterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    JMeterException(String message) {
        super(message);
    }

    JMeterException(String message, Throwable cause) {
        super(message, cause);
    }
}
