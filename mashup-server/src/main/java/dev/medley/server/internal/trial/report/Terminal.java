package dev.medley.server.internal.trial.report;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.stream.Stream;

/**
 * What the terminal of the output can show. Immutable.
 *
 * @param width characters in a line
 * @param blocks whether it has block characters, and not ASCII alone
 * @param colours whether it has colours
 */
public record Terminal(int width, boolean blocks, boolean colours) {

    private static final String RESET = "\u001b[0m";

    /** The characters beyond ASCII that are used. */
    static final String BLOCKS = "\u2504\u2591\u2592\u2593\u2588\u2026";

    /** Properties with the charset of the standard output, the first one that is set: they differ by version of the JVM. */
    private static final String[] CHARSETS = {"stdout.encoding", "sun.stdout.encoding", "native.encoding"};

    /** The colours, as the control sequences that begin them (ECMA-48, SGR). */
    enum Colour {
        RED("\u001b[31m"),
        GREEN("\u001b[32m"),
        YELLOW("\u001b[33m"),
        MAGENTA("\u001b[35m"),
        CYAN("\u001b[36m"),
        FAINT("\u001b[2m");

        private final String sequence;

        Colour(String sequence) {
            this.sequence = sequence;
        }
    }

    /** Returns the terminal of the standard output, whose width and colours the caller knows. */
    public static Terminal ofOutput(int width, boolean colours) {
        String charset = Stream.of(CHARSETS)
                .map(System::getProperty)
                .filter(name -> name != null && !name.isEmpty())
                .findFirst()
                .orElse("US-ASCII");
        return new Terminal(width, canEncode(charset), colours);
    }

    private static boolean canEncode(String charset) {
        try {
            Charset found = Charset.forName(charset);
            return found.canEncode() && found.newEncoder().canEncode(BLOCKS);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            // The charset of a terminal that this JVM does not have: ASCII is part of nearly all.
            return false;
        }
    }

    String coloured(Colour colour, String text) {
        return colours && !text.isBlank() ? colour.sequence + text + RESET : text;
    }

    /** Returns {@code text} in at most {@code length} characters. */
    String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        String end = blocks ? "\u2026" : "~";
        return text.substring(0, Math.max(0, length - end.length())) + end;
    }

    /** Returns {@code text} without characters that control a terminal; line breaks and tabs stay. */
    static String harmless(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\n\t]]|[\\u0080-\\u009f]", "?");
    }
}
