package dev.medley.format;

import dev.medley.setting.internal.InvalidValueException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a body, decoded by its charset. */
final class BodyText {

    private static final Pattern PARAMETER =
            Pattern.compile(";\\s*([^=;\"\\s]+)\\s*=\\s*(?:\"([^\"]*)\"|([^;\"\\s]*))");
    private static final Pattern DECLARED = Pattern.compile("<\\?xml\\s[^>]*?\\sencoding\\s*=\\s*[\"']([^\"'>]*)[\"']");
    private static final String DECLARATION = "<?xml";

    private BodyText() {}

    /**
     * Decodes a body whose charset is in a byte order mark or the content type.
     *
     * @throws FormatException if it is not in the charset, or the charset is unknown
     */
    static String of(Content content) throws FormatException {
        ByteBuffer bytes = ByteBuffer.wrap(content.bytes());
        Charset charset = ofMark(bytes);
        if (charset == null) {
            charset = ofType(content.type());
        }
        return decode(bytes, charset == null ? StandardCharsets.UTF_8 : charset);
    }

    /** Decodes an XML document, whose charset may be in its declaration as well. */
    static String ofXml(Content content) throws FormatException {
        ByteBuffer bytes = ByteBuffer.wrap(content.bytes());
        Charset charset = ofMark(bytes);
        if (charset == null) {
            charset = ofType(content.type());
        }
        return decode(bytes, charset == null ? ofDeclaration(content.bytes()) : charset);
    }

    /** Returns the charset of the byte order mark, which is skipped. */
    static @Nullable Charset ofMark(ByteBuffer bytes) {
        if (startsWith(bytes, 0xEF, 0xBB, 0xBF)) {
            return StandardCharsets.UTF_8;
        }
        if (startsWith(bytes, 0xFE, 0xFF)) {
            return StandardCharsets.UTF_16BE;
        }
        return startsWith(bytes, 0xFF, 0xFE) ? StandardCharsets.UTF_16LE : null;
    }

    private static boolean startsWith(ByteBuffer bytes, int... mark) {
        if (bytes.remaining() < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if (bytes.get(i) != (byte) mark[i]) {
                return false;
            }
        }
        bytes.position(mark.length);
        return true;
    }

    private static @Nullable Charset ofType(@Nullable String contentType) throws FormatException {
        String name = nameOfType(contentType);
        return name == null ? null : charset(name, "the content type");
    }

    /** Returns the name of a charset that the content type has, which may be unknown. */
    static @Nullable String nameOfType(@Nullable String contentType) {
        if (contentType == null) {
            return null;
        }
        Matcher parameter = PARAMETER.matcher(contentType);
        while (parameter.find()) {
            if (parameter.group(1).equalsIgnoreCase("charset")) {
                String quoted = parameter.group(2);
                return quoted == null ? parameter.group(3) : quoted;
            }
        }
        return null;
    }

    /** Returns the charset of the XML declaration, which is in ASCII but for UTF-16 (XML 1.0, appendix F.1). */
    private static Charset ofDeclaration(byte[] body) throws FormatException {
        if (body.length > 1 && body[0] == 0 && body[1] == '<') {
            return StandardCharsets.UTF_16BE;
        }
        if (body.length > 1 && body[0] == '<' && body[1] == 0) {
            return StandardCharsets.UTF_16LE;
        }
        int end = 0;
        while (end < body.length && body[end] != '>') {
            end++;
        }
        Matcher declared = DECLARED.matcher(new String(body, 0, end, StandardCharsets.ISO_8859_1));
        if (!declared.lookingAt()) {
            return StandardCharsets.UTF_8;
        }
        Charset charset = charset(declared.group(1), "the XML declaration");
        if (!new String(body, 0, DECLARATION.length(), charset).equals(DECLARATION)) {
            throw new FormatException(
                    "the XML declaration has the charset %s, but is not in it".formatted(charset.name()));
        }
        return charset;
    }

    private static Charset charset(String name, String source) throws FormatException {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            throw new FormatException("%s has an unknown charset, %s; expected one such as utf-8"
                    .formatted(source, InvalidValueException.quoted(name)));
        }
    }

    private static String decode(ByteBuffer bytes, Charset charset) throws FormatException {
        CharsetDecoder decoder = charset.newDecoder();
        CharBuffer text = CharBuffer.allocate((int) Math.ceil(bytes.remaining() * (double) decoder.maxCharsPerByte()));
        CoderResult result = decoder.decode(bytes, text, true);
        if (result.isUnderflow()) {
            result = decoder.flush(text);
        }
        text.flip();
        if (result.isError()) {
            throw Faults.after(text, "bytes that are not in the charset " + charset.name());
        }
        return text.toString();
    }
}
