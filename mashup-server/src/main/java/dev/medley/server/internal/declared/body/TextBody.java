package dev.medley.server.internal.declared.body;

import dev.medley.format.internal.CsvTable;
import dev.medley.format.internal.XmlWriter;
import dev.medley.server.internal.declared.body.ContentType.Writing;
import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.ValueKind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A body whose media type is not of JSON. Immutable.
 *
 * @param formula the expression of the body
 * @param reason why it is text, for messages: {@code reply.type is text/plain}
 * @param writing how an object or an array is written, if it can be
 * @param charset of the media type, or UTF-8
 */
public record TextBody(Formula formula, String reason, Writing writing, Charset charset) {

    /**
     * Returns the bytes of a text, a number or a boolean, of an object in XML, or of an array in CSV; none for null.
     *
     * @throws IllegalArgumentException if the value is none of them, has half of a surrogate pair, or characters that the charset does not have
     */
    public byte[] bytes(@Nullable Object value) {
        check(value);
        if (value instanceof Map) {
            return XmlWriter.document(value, charset);
        }
        String text = value instanceof List ? CsvTable.write(value) : TextTemplate.text(value);
        return text == null ? new byte[0] : bytes(text);
    }

    private byte[] bytes(String text) {
        if (!WholeText.is(text)) {
            throw new IllegalArgumentException("has half of a surrogate pair; expected whole characters");
        }
        if (charset.equals(StandardCharsets.UTF_8)) {
            return text.getBytes(charset);
        }
        try {
            ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException x) {
            throw new IllegalArgumentException(
                    "has a character that %s does not have; expected a charset that has all, such as utf-8"
                            .formatted(charset.name()),
                    x);
        }
    }

    /**
     * Checks the kind of a value.
     *
     * @throws IllegalArgumentException if none of it can be written so; the message goes on from its place
     */
    public void check(@Nullable Object value) {
        boolean fits =
                value instanceof Map ? writing == Writing.XML : !(value instanceof List) || writing == Writing.CSV;
        if (!fits) {
            throw new IllegalArgumentException(
                    "is %s; expected %s, as %s".formatted(ValueKind.of(value), expected(), reason));
        }
    }

    private String expected() {
        return switch (writing) {
            case XML -> "an object with the root element, or text";
            case CSV -> "an array of objects, or text";
            default -> "text";
        };
    }
}
