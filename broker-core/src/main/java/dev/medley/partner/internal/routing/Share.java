package dev.medley.partner.internal.routing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.atomic.AtomicLong;

/** Chooses a share of many: of a sequence, or of all keys there may be. Thread-safe. */
final class Share {

    /**
     * The golden ratio of 2^64. Its multiples, modulo 2^64, fill every interval evenly, however few they are (Knuth, The Art of
     * Computer Programming, volume 3, section 6.4): of any thousand in a row the chosen ones are the share to within a few, and so
     * they are of each second or third one, as where a mashup asks several times.
     */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final int UNUSED_BITS = 11;
    private static final double UNIT = 0x1p-53;

    private final AtomicLong sequence = new AtomicLong();

    /** Returns whether the next of the sequence is among {@code share}, from 0 to 1. */
    boolean choosesNext(double share) {
        return isBelow(sequence.addAndGet(GOLDEN), share);
    }

    /**
     * Returns whether {@code key} is among {@code share}, from 0 to 1: always the same for the same key, in any process, and of a
     * larger share if it is of a smaller one.
     */
    static boolean chooses(String key, double share) {
        return isBelow(ByteBuffer.wrap(digest(key)).getLong(), share);
    }

    private static boolean isBelow(long unsigned, double share) {
        return (unsigned >>> UNUSED_BITS) * UNIT < share;
    }

    private static byte[] digest(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException("every Java platform has SHA-256", x);
        }
    }
}
