package dev.medley.loadtest.soak;

import java.nio.charset.StandardCharsets;

/**
 * A body in which each byte shows the request and the place that it belongs to: lines of the token and a number. So a byte of
 * another request, and one that is lost, doubled or out of place, are found.
 */
public final class TokenLines {

    private static final int NUMBERED = 1_000_000;

    private TokenLines() {}

    /** Returns the first {@code size} bytes of the lines of {@code token}. */
    public static byte[] of(String token, int size) {
        StringBuilder text = new StringBuilder(size + token.length() + 8);
        for (int line = 0; text.length() < size; line++) {
            text.append(token).append(':').append(NUMBERED + line).append('\n');
        }
        return text.substring(0, size).getBytes(StandardCharsets.US_ASCII);
    }
}
