package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Attack;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Header fields in HPACK (RFC 7541) as literals, without Huffman's code. */
public final class FieldBlock {

    private static final int GET = 0x82;
    private static final int POST = 0x83;
    private static final int HTTP = 0x86;
    private static final int HTTPS = 0x87;
    private static final int AUTHORITY = 1;
    private static final int PATH = 4;

    private static final int INDEXED = 0x80;
    private static final int WITH_INDEXING = 0x40;
    private static final int LONG_LENGTH = 127;

    /** The number of the youngest entry of the dynamic table. */
    private static final int YOUNGEST = 62;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private FieldBlock() {}

    /** Begins the block of a GET. */
    public static FieldBlock get(String path, Attack.Way way) {
        return request(GET, path, way);
    }

    static FieldBlock post(String path, Attack.Way way) {
        return request(POST, path, way);
    }

    /** Begins the block of trailers. */
    static FieldBlock trailers() {
        return new FieldBlock();
    }

    private static FieldBlock request(int method, String path, Attack.Way way) {
        FieldBlock block = new FieldBlock();
        block.bytes.write(method);
        block.bytes.write(way.needsTls() ? HTTPS : HTTP);
        block.bytes.write(AUTHORITY);
        block.string("localhost");
        block.bytes.write(PATH);
        block.string(path);
        return block;
    }

    FieldBlock field(String name, String value) {
        bytes.write(0);
        string(name);
        string(value);
        return this;
    }

    /** A field that goes to the dynamic table, and {@code references} more times with one byte each. */
    FieldBlock bomb(String name, String value, int references) {
        bytes.write(WITH_INDEXING);
        string(name);
        string(value);
        for (int i = 0; i < references; i++) {
            bytes.write(INDEXED | YOUNGEST);
        }
        return this;
    }

    /** So many fields with short names. */
    FieldBlock many(int fields) {
        for (int i = 0; i < fields; i++) {
            field("x" + i, "");
        }
        return this;
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }

    private void string(String text) {
        length(text.length());
        bytes.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** An integer with a prefix of 7 bits (RFC 7541, section 5.1). */
    private void length(int length) {
        if (length < LONG_LENGTH) {
            bytes.write(length);
            return;
        }
        bytes.write(LONG_LENGTH);
        int rest = length - LONG_LENGTH;
        while (rest >= 128) {
            bytes.write((rest & 127) | 128);
            rest >>= 7;
        }
        bytes.write(rest);
    }
}
