package dev.medley.topic;

/** A message that cannot be published. */
public final class PublicationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Reason reason;

    /** Creates an exception; the message says what was wrong and what was expected. */
    public PublicationException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Why it cannot. */
    public enum Reason {
        /** There is no topic of that name. */
        UNKNOWN_TOPIC,
        /** The subject, or the id, is malformed. */
        MALFORMED,
        /** The message is larger than the topic's {@code max-message}. */
        TOO_LARGE
    }

    /** Returns the reason. */
    public Reason reason() {
        return reason;
    }
}
