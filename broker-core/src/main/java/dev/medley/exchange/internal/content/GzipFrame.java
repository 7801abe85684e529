package dev.medley.exchange.internal.content;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What is around the compressed data of gzip's members (RFC 1952, section 2.3): the header, which is read and skipped, and
 * the trailer, which is checked. Bytes may come one by one.
 */
final class GzipFrame {

    private static final int FIXED_HEADER = 10;
    private static final int TRAILER = 8;
    private static final int ID1 = 0x1F;
    private static final int ID2 = 0x8B;
    private static final int DEFLATED = 8;
    private static final int FLAGS = 3;

    private static final int HAS_CRC = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int RESERVED = 0xE0;

    /** Of the header, and then of the data. */
    private final CRC32 crc = new CRC32();

    private boolean isFirst = true;
    private long size;
    private Part part = Part.FIXED;
    private int at;
    private int flags;
    private int extraLength;
    private long stored;

    /** The parts of the header, in their order; the trailer has no part of its own. */
    private enum Part {
        FIXED,
        EXTRA_LENGTH,
        EXTRA,
        NAME,
        COMMENT,
        HEADER_CRC,
        DATA
    }

    /** Begins the next member, behind one that is complete. */
    void next() {
        isFirst = false;
        crc.reset();
        size = 0;
        enter(Part.FIXED);
    }

    /** Returns whether the last member that has begun is complete. */
    boolean isComplete() {
        return !isFirst && part == Part.FIXED && at == 0;
    }

    /** Adds bytes of the decompressed data. */
    void add(byte[] bytes, int length) {
        crc.update(bytes, 0, length);
        size += length;
    }

    /**
     * Reads the header from {@code input}, as far as that goes.
     *
     * @return whether the header is complete
     * @throws BadContentException if it is none
     */
    boolean readHeader(ByteBuffer input) throws BadContentException {
        skipAbsentParts();
        while (part != Part.DATA && input.hasRemaining()) {
            int octet = input.get() & 0xFF;
            if (part != Part.HEADER_CRC) {
                crc.update(octet);
            }
            read(octet);
            skipAbsentParts();
        }
        return part == Part.DATA;
    }

    private void read(int octet) throws BadContentException {
        int index = at++;
        switch (part) {
            case FIXED -> readFixed(index, octet);
            case EXTRA_LENGTH -> {
                extraLength |= octet << (Byte.SIZE * index);
                if (index == 1) {
                    enter(Part.EXTRA);
                }
            }
            case EXTRA -> {
                if (at == extraLength) {
                    enter(Part.NAME);
                }
            }
            case NAME -> {
                if (octet == 0) {
                    enter(Part.COMMENT);
                }
            }
            case COMMENT -> {
                if (octet == 0) {
                    enter(Part.HEADER_CRC);
                }
            }
            case HEADER_CRC -> {
                stored |= (long) octet << (Byte.SIZE * index);
                if (index == 1) {
                    endHeader();
                }
            }
            case DATA -> throw new IllegalStateException("the header has been read");
        }
    }

    private void endHeader() throws BadContentException {
        if (stored != (crc.getValue() & 0xFFFF)) {
            throw BadContentException.malformed("the checksum of its gzip header does not match");
        }
        enter(Part.DATA);
    }

    private void readFixed(int index, int octet) throws BadContentException {
        int expected = expected(index);
        if (expected >= 0 && octet != expected) {
            throw BadContentException.malformed("it is not gzip");
        }
        if (index == FLAGS) {
            flags = octet;
            if ((octet & RESERVED) != 0) {
                throw BadContentException.malformed("its gzip header has reserved flags");
            }
        }
        if (at == FIXED_HEADER) {
            enter(Part.EXTRA_LENGTH);
        }
    }

    private static int expected(int index) {
        return switch (index) {
            case 0 -> ID1;
            case 1 -> ID2;
            case 2 -> DEFLATED;
            default -> -1;
        };
    }

    private void skipAbsentParts() {
        Part absent = absent();
        while (absent != null) {
            enter(absent);
            absent = absent();
        }
    }

    /** The part behind the present one, if the header does not have that; or null. */
    private @Nullable Part absent() {
        return switch (part) {
            case EXTRA_LENGTH -> (flags & HAS_EXTRA) == 0 ? Part.NAME : null;
            case EXTRA -> extraLength == 0 ? Part.NAME : null;
            case NAME -> (flags & HAS_NAME) == 0 ? Part.COMMENT : null;
            case COMMENT -> (flags & HAS_COMMENT) == 0 ? Part.HEADER_CRC : null;
            case HEADER_CRC -> (flags & HAS_CRC) == 0 ? Part.DATA : null;
            default -> null;
        };
    }

    private void enter(Part next) {
        part = next;
        at = 0;
        if (next == Part.DATA) {
            crc.reset();
        }
        extraLength = next == Part.EXTRA ? extraLength : 0;
        stored = 0;
    }

    /**
     * Reads the trailer from {@code input}, as far as that goes.
     *
     * @return whether the trailer is complete
     * @throws BadContentException if the data before it are not those that were compressed
     */
    boolean readTrailer(ByteBuffer input) throws BadContentException {
        while (at < TRAILER && input.hasRemaining()) {
            stored |= (input.get() & 0xFFL) << (Byte.SIZE * at);
            at++;
        }
        if (at < TRAILER) {
            return false;
        }
        if ((stored & 0xFFFFFFFFL) != crc.getValue() || stored >>> Integer.SIZE != (size & 0xFFFFFFFFL)) {
            throw BadContentException.malformed("its checksum or length does not match its data");
        }
        return true;
    }
}
