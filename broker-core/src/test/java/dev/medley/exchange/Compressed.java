package dev.medley.exchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Bytes as partners compress them. */
final class Compressed {

    private static final byte[] ZEROS = new byte[64 * 1024];

    private Compressed() {}

    static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(bytes)) {
            to.write(plain);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return bytes.toByteArray();
    }

    /** In zlib's format, as RFC 9110 has it. */
    static byte[] zlib(byte[] plain) {
        return deflate(plain, new Deflater());
    }

    /** Without a header, as some servers send it. */
    static byte[] bareDeflate(byte[] plain) {
        return deflate(plain, new Deflater(Deflater.DEFAULT_COMPRESSION, true));
    }

    private static byte[] deflate(byte[] plain, Deflater deflater) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream to = new DeflaterOutputStream(bytes, deflater)) {
            to.write(plain);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    /** Zeros, some 1,000 of them in each byte. */
    static byte[] bomb(int size) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(bytes)) {
            for (int written = 0; written < size; written += ZEROS.length) {
                to.write(ZEROS, 0, Math.min(ZEROS.length, size - written));
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return bytes.toByteArray();
    }
}
