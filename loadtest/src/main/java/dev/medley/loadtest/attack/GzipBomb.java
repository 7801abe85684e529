package dev.medley.loadtest.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** A body of some 10 KB, coded by gzip, that decodes to 10 MB of blanks. */
final class GzipBomb {

    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 10;

    private GzipBomb() {}

    static byte[] bytes() {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        byte[] block = " ".repeat(BLOCK).getBytes(StandardCharsets.US_ASCII);
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            for (int i = 0; i < BLOCKS; i++) {
                gzip.write(block);
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return coded.toByteArray();
    }
}
