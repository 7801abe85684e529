package dev.medley.format;

import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;

/** Reads a page as browsers do: each text is one. */
final class HtmlPage {

    private HtmlPage() {}

    /**
     * Reads a page.
     *
     * @throws FormatException if it is beyond the limits
     */
    static Document read(Content content) throws FormatException {
        String location = content.location();
        return BoundedParser.parse(
                Parser.htmlParser(), LenientText.ofPage(content), location == null ? "" : location, content.limits());
    }
}
