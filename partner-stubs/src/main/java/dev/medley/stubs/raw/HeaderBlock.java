package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Wire;
import java.io.ByteArrayOutputStream;

/** Header fields in HPACK (RFC 7541) as literals, so that no block depends on another and nothing is checked. */
public final class HeaderBlock {

    private static final int WITHOUT_INDEXING = 0x00;

    private static final int WITH_INDEXING = 0x40;

    private static final int INDEXED = 0x80;

    private static final int ONE_BYTE_LENGTH = 127;

    /** The number of the youngest entry of the dynamic table. */
    private static final int YOUNGEST = 62;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Creates an empty block. */
    public HeaderBlock() {}

    /** Returns the block of these names and values, which alternate. */
    public static byte[] of(String... namesAndValues) {
        HeaderBlock block = new HeaderBlock();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            block.literal(WITHOUT_INDEXING, namesAndValues[i], namesAndValues[i + 1]);
        }
        return block.bytes.toByteArray();
    }

    /** Returns a block that begins with {@code before} and has one field {@code references + 1} times. */
    static byte[] bomb(byte[] before, String name, String value, int references) {
        HeaderBlock block = new HeaderBlock();
        block.bytes.writeBytes(before);
        block.literal(WITH_INDEXING, name, value);
        for (int i = 0; i < references; i++) {
            block.bytes.write(INDEXED | YOUNGEST);
        }
        return block.bytes.toByteArray();
    }

    /** Returns a block that refers to an entry that no table has. */
    static byte[] unknownIndex() {
        return new byte[] {(byte) (INDEXED | (ONE_BYTE_LENGTH - 1))};
    }

    private void literal(int kind, String name, String value) {
        bytes.write(kind);
        string(name);
        string(value);
    }

    private void string(String text) {
        length(text.length());
        bytes.writeBytes(Wire.bytes(text));
    }

    /** An integer with a prefix of 7 bits (RFC 7541, section 5.1). */
    private void length(int length) {
        if (length < ONE_BYTE_LENGTH) {
            bytes.write(length);
            return;
        }
        bytes.write(ONE_BYTE_LENGTH);
        int rest = length - ONE_BYTE_LENGTH;
        while (rest >= 128) {
            bytes.write((rest & 127) | 128);
            rest >>= 7;
        }
        bytes.write(rest);
    }
}
