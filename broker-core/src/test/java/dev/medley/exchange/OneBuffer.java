package dev.medley.exchange;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.Flow;

/**
 * A publisher of random bytes that has memory for one part, which the next demand uses again: a reader that holds more than
 * one part does not get the bytes of {@link #sha256()}.
 */
final class OneBuffer implements Flow.Publisher<ByteBuffer> {

    private static final int SEED = 42;

    private final byte[] memory = new byte[16 * 1024];
    private final Random random = new Random(SEED);
    private final long size;
    private long left;

    OneBuffer(long size) {
        this.size = size;
        left = size;
    }

    long size() {
        return size;
    }

    /** The digest of all bytes, in hexadecimal digits. */
    String sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Random again = new Random(SEED);
            byte[] part = new byte[memory.length];
            for (long rest = size; rest > 0; rest -= part.length) {
                again.nextBytes(part);
                digest.update(part, 0, (int) Math.min(rest, part.length));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException(x);
        }
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
        reader.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long parts) {
                if (left == 0) {
                    reader.onComplete();
                    return;
                }
                random.nextBytes(memory);
                int length = (int) Math.min(left, memory.length);
                left -= length;
                reader.onNext(ByteBuffer.wrap(memory, 0, length));
            }

            @Override
            public void cancel() {
                left = 0;
            }
        });
    }
}
