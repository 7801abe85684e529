package dev.medley.server.admin;

import java.util.HexFormat;

/** Text from elsewhere on its way into a line of a log: it stays within the line, and within its quotes. */
final class LogText {

    private static final int MOST = 1024;
    private static final HexFormat HEX = HexFormat.of();

    private LogText() {}

    /** {@code text} with everything but printable ASCII escaped, and cut off when it is very long. */
    static String escaped(String text) {
        StringBuilder line = new StringBuilder(text.length());
        append(line, text);
        return line.toString();
    }

    /** Appends {@code text} so to {@code line}. */
    static void append(StringBuilder line, String text) {
        int end = Math.min(text.length(), MOST);
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
