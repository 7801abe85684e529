package dev.medley.topic.internal;

import java.security.SecureRandom;

/** Names the life of a server's logs. */
public final class Epoch {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int DIGITS = Character.MAX_RADIX;
    private static final long SIX_DIGITS = 2_176_782_336L;

    private Epoch() {}

    /** Returns a new one, of six letters and digits at most: short, since each message has it, and random, so that none comes again. */
    public static String next() {
        return Long.toString(Math.floorMod(RANDOM.nextLong(), SIX_DIGITS), DIGITS);
    }
}
