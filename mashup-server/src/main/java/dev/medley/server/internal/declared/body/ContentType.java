package dev.medley.server.internal.declared.body;

import dev.medley.setting.internal.InvalidValueException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The media type of a body, which decides how a value is written. Immutable.
 *
 * @param text as it is sent
 * @param essence without parameters, in small letters
 * @param writing how a value is written
 * @param charset that it names, or UTF-8
 */
public record ContentType(String text, String essence, Writing writing, Charset charset) {

    /** That of a body whose exchange has no other. */
    public static final ContentType JSON =
            new ContentType("application/json", "application/json", Writing.DOCUMENT, StandardCharsets.UTF_8);

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String TOKEN = "[0-9A-Za-z!#$%&'*+.^_`|~-]+";
    /** A media type (RFC 9110, section 8.3.1). */
    private static final Pattern MEDIA_TYPE =
            Pattern.compile("%1$s/%1$s(\\s*;\\s*%1$s=(%1$s|\"[^\"\\\\]*\"))*".formatted(TOKEN));

    /** The search takes some of the stack for each parameter. */
    private static final int MAX_LENGTH = 1000;

    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*\"?([^;\\s\"]+)\"?", Pattern.CASE_INSENSITIVE);

    /** The ways in which a value is written. */
    public enum Writing {
        /** As a document of JSON. */
        DOCUMENT,
        /** An object, as the fields of a form. */
        FIELDS,
        /** An object as a document of XML; text, as it is. */
        XML,
        /** An array of objects as a document of CSV; text, as it is. */
        CSV,
        /** Text, as it is. */
        TEXT;

        /** Returns that of a media type without parameters. */
        public static Writing of(String type) {
            String essence = type.toLowerCase(Locale.ROOT);
            if (essence.equals(FORM)) {
                return FIELDS;
            }
            if (essence.endsWith("/xml") || essence.endsWith("+xml")) {
                return XML;
            }
            if (essence.equals("text/csv")) {
                return CSV;
            }
            return essence.endsWith("/json") || essence.endsWith("+json") ? DOCUMENT : TEXT;
        }
    }

    /**
     * Reads a media type.
     *
     * @throws IllegalArgumentException if it is none, or has a charset of which no body can be; the message goes on from its place
     */
    public static ContentType of(String text) {
        if (text.length() > MAX_LENGTH || !MEDIA_TYPE.matcher(text).matches()) {
            throw new IllegalArgumentException("%s is not a media type; expected one such as text/plain"
                    .formatted(InvalidValueException.quoted(text)));
        }
        String essence = text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        Writing writing = Writing.of(essence);
        Matcher parameter = CHARSET.matcher(text);
        if (!parameter.find()) {
            return new ContentType(text, essence, writing, StandardCharsets.UTF_8);
        }
        Charset charset = charset(parameter.group(1));
        if (charset == null) {
            throw new IllegalArgumentException(
                    "has an unknown charset, '%s'; expected one such as utf-8".formatted(parameter.group(1)));
        }
        if ((writing == Writing.FIELDS || writing == Writing.DOCUMENT) && !charset.equals(StandardCharsets.UTF_8)) {
            throw new IllegalArgumentException("has the charset '%s', but %s is in UTF-8; expected none"
                    .formatted(parameter.group(1), writing == Writing.FIELDS ? "a form" : "JSON"));
        }
        return new ContentType(text, essence, writing, charset);
    }

    private static @Nullable Charset charset(String name) {
        try {
            Charset charset = Charset.forName(name);
            return charset.canEncode() ? charset : null;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            return null;
        }
    }
}
