package dev.medley.tls.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** The little of DER (X.690) that puts a key of an older format into PKCS#8. */
final class Der {

    static final int INTEGER = 0x02;
    static final int OCTET_STRING = 0x04;
    static final int SEQUENCE = 0x30;

    private static final int SHORT_LENGTHS = 0x80;
    private static final int MAX_LENGTH_BYTES = 3;
    private static final int BYTE = 0xFF;

    private Der() {}

    /** Returns an element with {@code parts} as its content. */
    static byte[] element(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        int length = content.size();
        if (length < SHORT_LENGTHS) {
            element.write(length);
        } else {
            int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + Byte.SIZE - 1) / Byte.SIZE;
            element.write(SHORT_LENGTHS | bytes);
            for (int i = bytes - 1; i >= 0; i--) {
                element.write(length >> (i * Byte.SIZE));
            }
        }
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }

    /**
     * Returns the content of the first element with {@code tag} at the position of {@code elements}, behind others.
     *
     * @throws IllegalArgumentException if there is none
     */
    static ByteBuffer find(ByteBuffer elements, int tag) {
        ByteBuffer rest = elements.slice();
        while (rest.remaining() > 1) {
            int found = rest.get() & BYTE;
            int length = length(rest);
            if (length > rest.remaining()) {
                break;
            }
            if (found == tag) {
                return rest.slice(rest.position(), length);
            }
            rest.position(rest.position() + length);
        }
        throw new IllegalArgumentException("no element with the tag " + tag);
    }

    private static int length(ByteBuffer rest) {
        int first = rest.get() & BYTE;
        if (first < SHORT_LENGTHS) {
            return first;
        }
        int bytes = first - SHORT_LENGTHS;
        if (bytes == 0 || bytes > MAX_LENGTH_BYTES || bytes > rest.remaining()) {
            throw new IllegalArgumentException("a length of " + bytes + " bytes");
        }
        int length = 0;
        for (int i = 0; i < bytes; i++) {
            length = (length << Byte.SIZE) | (rest.get() & BYTE);
        }
        return length;
    }
}
