package dev.medley.loadtest.report.drawing;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes elements that are well-formed both as HTML with SVG inside and as XML: every element is closed, every text and
 * attribute escaped.
 */
public final class Markup {

    private static final char REPLACEMENT = '\uFFFD';

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element with attributes given as name, value, name, value. */
    public Markup open(String element, String... attributes) {
        start(element, attributes);
        out.append('>');
        open.push(element);
        return this;
    }

    /** Closes the element that was opened last. */
    public Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** An element without content; of HTML, only those that never have any. */
    public Markup empty(String element, String... attributes) {
        start(element, attributes);
        out.append("/>");
        return this;
    }

    /** An element around a text. */
    public Markup element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    public Markup text(String text) {
        text.codePoints().forEach(this::escape);
        return this;
    }

    /** A straight line of a drawing. */
    Markup straight(String cssClass, double x1, double y1, double x2, double y2) {
        PathData line = new PathData();
        line.line(x1, y1);
        line.line(x2, y2);
        return empty("path", "class", cssClass, "d", line.toString());
    }

    /** A text of a drawing. */
    Markup label(String text, String cssClass, String anchor, double x, double y) {
        String across = PathData.number(x);
        String down = PathData.number(y);
        return element("text", text, "class", cssClass, "x", across, "y", down, "text-anchor", anchor);
    }

    /** Begins a new line of the file, so that it can be read. */
    public Markup line() {
        out.append('\n');
        return this;
    }

    /** Appends what is markup already, or the content of a style element. */
    public Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }

    private void start(String element, String... attributes) {
        out.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            text(attributes[i + 1]);
            out.append('"');
        }
    }

    private void escape(int character) {
        switch (character) {
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '&' -> out.append("&amp;");
            case '"' -> out.append("&quot;");
            default -> out.appendCodePoint(isLegal(character) ? character : REPLACEMENT);
        }
    }

    /** Returns whether XML 1.0 allows the character: neither by itself nor as a reference may others stand in a document. */
    private static boolean isLegal(int character) {
        if (character < ' ') {
            return character == '\t' || character == '\n' || character == '\r';
        }
        return !(character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE)
                && character != 0xFFFE
                && character != 0xFFFF;
    }
}
