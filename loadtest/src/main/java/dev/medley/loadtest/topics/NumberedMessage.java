package dev.medley.loadtest.topics;

import java.nio.charset.StandardCharsets;

/**
 * The data of a message: its number within its subject, from 1 on, and when it was made. The time is {@link System#nanoTime}, which processes
 * of one machine share on Linux (CLOCK_MONOTONIC).
 */
public final class NumberedMessage {

    /** Before the number. */
    static final String NUMBER = "{\"n\":";

    /** Before the time. */
    static final String TIME = ",\"at\":";

    private static final String PADDING = ",\"pad\":\"";
    private static final String END = "\"}";

    private NumberedMessage() {}

    /**
     * Returns the data of a message, a JSON object.
     *
     * @param bytes its length, which is exceeded only by a message that cannot be so short
     */
    public static String of(long number, long nanos, int bytes) {
        StringBuilder text = new StringBuilder(Math.max(bytes, 64))
                .append(NUMBER)
                .append(number)
                .append(TIME)
                .append(nanos)
                .append(PADDING);
        int missing = bytes - text.length() - END.length();
        return text.append("x".repeat(Math.max(0, missing))).append(END).toString();
    }

    /** As {@link #of}, in UTF-8. */
    static byte[] bytes(long number, long nanos, int bytes) {
        return of(number, nanos, bytes).getBytes(StandardCharsets.UTF_8);
    }
}
