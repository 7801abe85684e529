package dev.medley.stubs.internal.endpoint;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The documents of the partners. Short ones of the first partners are kept, because a load test
 * asks for the same few again and again, and should not measure the stubs. Thread-safe.
 */
final class OfferCache {

    private static final int PARTNERS = 1024;

    /** Longer documents are made while they are written. */
    private static final int MAX_SIZE = 64 * 1024;

    /** Two requests at once may overshoot it by a document or two. */
    private static final long MAX_BYTES = 32L * 1024 * 1024;

    private final Map<Key, byte[]> documents = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();

    Pieces offers(int partner, int size) {
        if (size > MAX_SIZE) {
            return new OfferPieces(partner, size);
        }
        Key key = new Key(partner, size);
        byte[] known = documents.get(key);
        return Pieces.of(known == null ? make(key) : known);
    }

    private byte[] make(Key key) {
        byte[] made = whole(new OfferPieces(key.partner, key.size));
        if (key.partner < PARTNERS && bytes.get() < MAX_BYTES && documents.putIfAbsent(key, made) == null) {
            bytes.addAndGet(made.length);
        }
        return made;
    }

    private static byte[] whole(OfferPieces pieces) {
        ByteBuffer whole = ByteBuffer.allocate((int) pieces.length());
        while (pieces.hasNext()) {
            whole.put(pieces.next());
        }
        return whole.array();
    }

    private record Key(int partner, int size) {}
}
