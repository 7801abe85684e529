package dev.medley.loadtest.attack.way;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** A content coding, and a body of some 10 KB in it that decodes to 10 MB of blanks. */
enum CodedBomb {
    /** RFC 1952. */
    GZIP {
        @Override
        OutputStream coder(OutputStream to) throws IOException {
            return new GZIPOutputStream(to);
        }
    },
    /** RFC 1951 in the format of RFC 1950. */
    DEFLATE {
        @Override
        OutputStream coder(OutputStream to) {
            return new DeflaterOutputStream(to);
        }
    };

    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 10;

    abstract OutputStream coder(OutputStream to) throws IOException;

    /** The name in {@code Content-Encoding}. */
    String coding() {
        return this == GZIP ? "gzip" : "deflate";
    }

    /** What an attacker does with it. */
    String what() {
        return "bodies of 10 KB in %s that would be %d MB: the server decodes no requests, and reads them for a 415"
                .formatted(coding(), BLOCKS);
    }

    byte[] bytes() {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        byte[] block = " ".repeat(BLOCK).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream coder = coder(coded)) {
            for (int i = 0; i < BLOCKS; i++) {
                coder.write(block);
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return coded.toByteArray();
    }
}
