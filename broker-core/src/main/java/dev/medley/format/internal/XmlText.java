package dev.medley.format.internal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The characters, names and bytes of XML 1.0. */
public final class XmlText {

    private static final String START = ":A-Z_a-z\\x{C0}-\\x{D6}\\x{D8}-\\x{F6}\\x{F8}-\\x{2FF}\\x{370}-\\x{37D}"
            + "\\x{37F}-\\x{1FFF}\\x{200C}-\\x{200D}\\x{2070}-\\x{218F}\\x{2C00}-\\x{2FEF}\\x{3001}-\\x{D7FF}"
            + "\\x{F900}-\\x{FDCF}\\x{FDF0}-\\x{FFFD}\\x{10000}-\\x{EFFFF}";
    private static final String PART = START + "\\-.0-9\\x{B7}\\x{300}-\\x{36F}\\x{203F}-\\x{2040}";
    /** A name (XML 1.0, section 2.3). */
    private static final Pattern NAME = Pattern.compile("[%s][%s]*".formatted(START, PART));

    private static final int FIRST_PRINTABLE = 0x20;

    private XmlText() {}

    /** Returns whether {@code text} is a name with one prefix at most (Namespaces in XML 1.0, section 4). */
    public static boolean isName(String text) {
        int colon = text.indexOf(':');
        return NAME.matcher(text).matches()
                && (colon < 0
                        || (colon > 0
                                && text.indexOf(':', colon + 1) < 0
                                && colon + 1 < text.length()
                                && NAME.matcher(text.substring(colon + 1)).matches()));
    }

    /** Returns whether a document may have the character (XML 1.0, section 2.2). */
    public static boolean isAllowed(int character) {
        return character >= FIRST_PRINTABLE
                ? !isSurrogate(character) && character != 0xFFFE && character != 0xFFFF
                : character == '\t' || character == '\n' || character == '\r';
    }

    private static boolean isSurrogate(int character) {
        return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    }

    /** Appends {@code text} so that a parser reads it as it is, within an element or within an attribute in any quotes. */
    public static void escape(String text, boolean inAttribute, StringBuilder to) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int character = text.codePointAt(i);
            if (!isAllowed(character)) {
                throw new IllegalArgumentException(
                        "the character U+%04X, which XML does not have".formatted(character));
            }
            switch (character) {
                case '&' -> to.append("&amp;");
                case '<' -> to.append("&lt;");
                // Because of ]]>, which no text may have.
                case '>' -> to.append("&gt;");
                case '"' -> to.append(inAttribute ? "&quot;" : "\"");
                case '\'' -> to.append(inAttribute ? "&apos;" : "'");
                // A parser would make a line feed of it.
                case '\r' -> to.append("&#13;");
                case '\n' -> to.append(inAttribute ? "&#10;" : "\n");
                case '\t' -> to.append(inAttribute ? "&#9;" : "\t");
                default -> to.appendCodePoint(character);
            }
        }
    }

    /** Returns whether the charset has all characters of {@code text}. */
    static boolean isIn(Charset charset, String text) {
        return isUnicode(charset) || charset.newEncoder().canEncode(text);
    }

    private static boolean isUnicode(Charset charset) {
        return charset.name().startsWith("UTF-");
    }

    /** Returns the declaration of a document in the charset. */
    public static String declaration(Charset charset) {
        return "<?xml version=\"1.0\" encoding=\"%s\"?>\n".formatted(charset.name());
    }

    /** Returns the bytes of a document, with references in place of the characters that the charset lacks. */
    public static byte[] bytes(String document, Charset charset) {
        if (charset.equals(StandardCharsets.UTF_8)) {
            return document.getBytes(charset);
        }
        CharsetEncoder encoder = charset.newEncoder();
        String encodable = encoder.canEncode(document) ? document : withReferences(document, encoder);
        try {
            ByteBuffer bytes = encoder.encode(CharBuffer.wrap(encodable));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException x) {
            throw new IllegalArgumentException("cannot be written in %s".formatted(charset.name()), x);
        }
    }

    private static String withReferences(String document, CharsetEncoder encoder) {
        StringBuilder encodable = new StringBuilder(document.length() + 16);
        document.codePoints().forEach(character -> {
            if (encoder.canEncode(Character.toString(character))) {
                encodable.appendCodePoint(character);
            } else {
                encodable.append("&#").append(character).append(';');
            }
        });
        return encodable.toString();
    }
}
