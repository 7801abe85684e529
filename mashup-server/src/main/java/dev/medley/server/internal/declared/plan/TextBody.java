package dev.medley.server.internal.declared.plan;

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
 * @param charset of the media type, or UTF-8
 */
public record TextBody(Formula formula, String reason, Charset charset) {

    /**
     * Returns the bytes of a text, a number or a boolean; none for null.
     *
     * @throws IllegalArgumentException if the value is not text, has half of a surrogate pair, or characters that the charset does not have
     */
    byte[] bytes(@Nullable Object value) {
        if (!isText(value)) {
            throw new IllegalArgumentException(error(value, reason));
        }
        String text = TextTemplate.text(value);
        if (text == null) {
            return new byte[0];
        }
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

    /** Returns whether a value can be written as text: any but objects and arrays; null can. */
    public static boolean isText(@Nullable Object value) {
        return !(value instanceof Map || value instanceof List);
    }

    /** Returns the message about a value that is no text. */
    public static String error(@Nullable Object value, String reason) {
        return "is %s; expected text, as %s".formatted(ValueKind.of(value), reason);
    }
}
