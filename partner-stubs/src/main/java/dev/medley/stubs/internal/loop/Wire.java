package dev.medley.stubs.internal.loop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** The parts of answers as text in which each character stands for one byte. */
public final class Wire {

    /** The body of a correct answer. */
    public static final String BODY = "{\"partner\":0,\"status\":\"ok\"}";

    static final String LINE_END = "\r\n";

    /** The header field of a body in JSON, without the line end. */
    public static final String JSON = "Content-Type: application/json";

    /** The header field of a body in chunks, without the line end. */
    public static final String CHUNKED = "Transfer-Encoding: chunked";

    private static final String VERSION = "HTTP/1.1";

    private static final String LENGTH = "Content-Length: ";

    private Wire() {}

    /** Returns one byte for each character (ISO 8859-1); characters beyond that become question marks. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the header field Content-Length, without the line end. */
    public static String length(long bytes) {
        return LENGTH + bytes;
    }

    /** The status line and the header fields up to and with the empty line. */
    public static String head(String status, String... fields) {
        StringBuilder head =
                new StringBuilder(VERSION).append(' ').append(status).append(LINE_END);
        for (String field : fields) {
            head.append(field).append(LINE_END);
        }
        return head.append(LINE_END).toString();
    }

    /** Returns the head of an answer with status 200; the fields are given without line ends. */
    public static String ok(String... fields) {
        return head("200 OK", fields);
    }

    /** The same answer under a status line of another version. */
    public static String inVersion(String version, String answer) {
        return version + answer.substring(VERSION.length());
    }

    /** {@code text} in the coding gzip. */
    public static String gzip(String text) {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            gzip.write(bytes(text));
        } catch (IOException x) {
            throw new UncheckedIOException("writing to memory failed", x);
        }
        return coded.toString(StandardCharsets.ISO_8859_1);
    }

    /** A correct answer, up to the quality of its JSON. */
    public static String json(String body) {
        return ok(JSON, length(body.length())) + body;
    }

    /** Returns {@code data} as one chunk with its size; without data it is the last chunk. */
    public static String chunk(String data) {
        return Integer.toHexString(data.length()) + LINE_END + data + LINE_END;
    }

    /** Returns the end of a body in chunks, without trailers. */
    public static String lastChunk() {
        return chunk("");
    }

    /** Returns the characters before the middle, one less than the other half if the length is odd. */
    public static String firstHalf(String text) {
        return text.substring(0, text.length() / 2);
    }

    /** Returns the characters that {@link #firstHalf} leaves out. */
    public static String secondHalf(String text) {
        return text.substring(text.length() / 2);
    }
}
