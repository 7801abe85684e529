package dev.medley.server.internal.admin.log;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Escapes text from clients and partners for a log, so that it cannot end its line or its quotes. */
public final class LogText {

    private static final int MAX_LENGTH = 1024;
    private static final HexFormat HEX = HexFormat.of();

    private LogText() {}

    /** Returns {@code text} with all but printable ASCII escaped, truncated to 1,024 characters. */
    public static String escaped(String text) {
        StringBuilder line = new StringBuilder(text.length());
        append(line, text);
        return line.toString();
    }

    /** Returns {@code text}, truncated to 1,024 characters, where what writes it escapes it; null for null. */
    static @Nullable String shortened(@Nullable String text) {
        if (text == null || text.length() <= MAX_LENGTH) {
            return text;
        }
        // No half of a pair: that is no text.
        int end = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
        return text.substring(0, end) + "...";
    }

    /** Appends {@code text}, escaped, to {@code line}. */
    static void append(StringBuilder line, String text) {
        int end = Math.min(text.length(), MAX_LENGTH);
        for (int i = 0; i < end; i++) {
            append(line, text.charAt(i));
        }
        if (end < text.length()) {
            line.append("...");
        }
    }

    private static void append(StringBuilder line, char c) {
        if (c == '"' || c == '\\') {
            line.append('\\').append(c);
        } else if (c >= ' ' && c <= '~') {
            line.append(c);
        } else {
            line.append("\\u").append(HEX.toHexDigits(c));
        }
    }
}
