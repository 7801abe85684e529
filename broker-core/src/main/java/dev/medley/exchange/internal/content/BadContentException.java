package dev.medley.exchange.internal.content;

import dev.medley.exchange.Reason;

/** A coded body that cannot be decoded, or is not decoded any further. */
public final class BadContentException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    private BadContentException(Reason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    /** The bytes are not what the Content-Encoding announces; {@code fault} begins with "it" or "its". */
    public static BadContentException malformed(String fault) {
        return new BadContentException(Reason.BAD_CONTENT_CODING, "the body cannot be decompressed: " + fault);
    }

    /** The body becomes more than {@code times} as large. */
    static BadContentException expanded(int times) {
        return new BadContentException(
                Reason.BODY_TOO_LARGE,
                "the body expands beyond max-expansion, %d times the bytes received".formatted(times));
    }

    /** The reason with which the exchange fails. */
    public Reason reason() {
        return reason;
    }
}
