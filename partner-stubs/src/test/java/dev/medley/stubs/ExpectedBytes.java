package dev.medley.stubs;

/** The bytes of {@code /bytes}. */
public final class ExpectedBytes {

    private ExpectedBytes() {}

    public static byte[] upTo(int length) {
        byte[] bytes = new byte[length];
        for (int offset = 0; offset < length; offset++) {
            bytes[offset] = PartnerStubs.byteAt(offset);
        }
        return bytes;
    }
}
