package dev.medley.format;

import dev.medley.json.JsonLimits;
import java.util.Iterator;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jsoup.parser.StreamParser;

/**
 * Parses a document that needs not be well-formed, within bounds that hold while it is parsed: a few bytes may repeat all elements that
 * are open, so that the size of the tree does not follow from that of the text.
 */
final class BoundedParser {

    /** As in browsers: what is nested more deeply becomes siblings. */
    static final int MAX_DEPTH = 512;

    /** The parser copies a name for each part of it that it reads. */
    private static final int MAX_NAME = 64 * 1024;

    private BoundedParser() {}

    /**
     * Returns the tree of a text.
     *
     * @param base the URL of the document, empty if it is not known
     * @throws FormatException if it is beyond the limits
     */
    static Document parse(Parser parser, String text, String base, JsonLimits limits) throws FormatException {
        checkMarkup(text, limits);
        parser.setMaxDepth(MAX_DEPTH);
        try (StreamParser stream = new StreamParser(parser).parse(text, base)) {
            Iterator<Element> elements = stream.iterator();
            long nodes = 0;
            while (elements.hasNext()) {
                nodes += 1 + elements.next().attributesSize();
                if (nodes > limits.maxTokens()) {
                    throw new FormatException(tooMany(limits));
                }
            }
            return stream.document();
        }
    }

    /** Each tag and each comment has one such sign, and each text of the tree is before one. */
    private static void checkMarkup(String text, JsonLimits limits) throws FormatException {
        int signs = 0;
        for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
            signs++;
            if (signs > limits.maxTokens()) {
                throw Faults.after(text.substring(0, at), tooMany(limits));
            }
            if (endOfName(text, at + 1) - at > MAX_NAME) {
                throw Faults.after(
                        text.substring(0, at),
                        "the name of an element with more than %d characters".formatted(MAX_NAME));
            }
        }
    }

    /** Returns the end of the name of a tag; the beginning if there is no name. */
    private static int endOfName(String text, int begin) {
        int end = text.startsWith("/", begin) ? begin + 1 : begin;
        if (end == text.length() || !Character.isLetter(text.charAt(end))) {
            return begin;
        }
        while (end < text.length() && " \t\r\n\f/><".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static String tooMany(JsonLimits limits) {
        return "more than %d elements, attributes and texts".formatted(limits.maxTokens());
    }
}
