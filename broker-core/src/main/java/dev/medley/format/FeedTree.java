package dev.medley.format;

import dev.medley.format.internal.feed.FeedNotes;
import dev.medley.json.JsonLimits;
import java.io.StringReader;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.ParseSettings;
import org.jsoup.parser.Parser;
import org.jsoup.parser.TagSet;

/**
 * Reads the elements of a feed in XML: by the parser of the JDK, or, if it is not well-formed, by one that reads anything. Used once.
 */
final class FeedTree {

    private static final int MAX_DEPTH = 500;
    /** Of one element, each of which is compared with those before it. */
    private static final int MAX_ATTRIBUTES = 500;

    private final XMLStreamReader reader;
    private final JsonLimits limits;
    private final TagSet tags = new TagSet();
    private final Document document;
    private Element open;
    private int depth;
    private int tokens;
    /** Text that has not become a node: the parser gives it in pieces, one for each reference in it. */
    private final StringBuilder text = new StringBuilder();

    private FeedTree(XMLStreamReader reader, JsonLimits limits) {
        this.reader = reader;
        this.limits = limits;
        document = new Document(Parser.NamespaceXml, "");
        open = document;
    }

    /**
     * Returns the elements; those of a feed that is not well-formed with a note.
     *
     * @throws FormatException if it has a DOCTYPE with declarations, or is beyond the limits
     */
    static Document read(String feed, JsonLimits limits, FeedNotes notes) throws FormatException {
        String text = FeedText.withoutDoctype(feed);
        try {
            XMLStreamReader reader =
                    XmlTree.factory().createXMLStreamReader(new StringReader(FeedText.withoutEntities(text)));
            if ("1.1".equals(reader.getVersion())) {
                notes.add("XML 1.1 is not supported; expected 1.0");
            } else {
                return written(new FeedTree(reader, limits).read());
            }
        } catch (XMLStreamException x) {
            notes.add(XmlTree.refusal(x).getMessage());
        }
        return written(BoundedParser.parse(Parser.xmlParser(), text, "", limits));
    }

    /** Content is passed on as it was, without new lines. */
    private static Document written(Document document) {
        document.outputSettings().prettyPrint(false);
        return document;
    }

    private Document read() throws XMLStreamException, FormatException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> start();
                case XMLStreamConstants.END_ELEMENT -> end();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
                default -> {
                    // A comment, a processing instruction or the end of the document.
                }
            }
        }
        return document;
    }

    private void start() throws FormatException {
        if (depth == MAX_DEPTH) {
            throw error("a nesting depth of more than " + MAX_DEPTH);
        }
        depth++;
        endText();
        count();
        if (reader.getAttributeCount() > MAX_ATTRIBUTES) {
            throw error("more than %d attributes".formatted(MAX_ATTRIBUTES));
        }
        Element element =
                new Element(tags.valueOf(reader.getLocalName(), Parser.NamespaceXml, ParseSettings.preserveCase), "");
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            count();
            element.attributes().put(XmlTree.attributeName(reader, i), reader.getAttributeValue(i));
        }
        open.appendChild(element);
        open = element;
    }

    private void end() throws FormatException {
        endText();
        Element around = open.parent();
        open = around == null ? document : around;
        depth--;
    }

    private void endText() throws FormatException {
        if (!text.isEmpty()) {
            count();
            open.appendChild(new TextNode(text.toString()));
            text.setLength(0);
        }
    }

    private void count() throws FormatException {
        if (tokens == limits.maxTokens()) {
            throw error("more than %d elements, attributes and texts".formatted(limits.maxTokens()));
        }
        tokens++;
    }

    private FormatException error(String fault) {
        return XmlTree.error(reader.getLocation(), fault);
    }
}
