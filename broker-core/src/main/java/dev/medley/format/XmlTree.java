package dev.medley.format;

import dev.medley.json.JsonLimits;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import tools.jackson.core.StreamReadConstraints;

/** Reads an XML document by the parser of the JDK, which gets no DOCTYPE to read. Used once. */
final class XmlTree {

    /** An element is up to two levels of the tree, a list and a map: no tree is deeper than one of JSON. */
    private static final int MAX_DEPTH = StreamReadConstraints.DEFAULT_MAX_DEPTH / 2;

    private static final int MAX_ATTRIBUTES = 10_000;
    private static final int MAX_NAME = 1000;
    private static final int NO_LIMIT = 0;
    /** Open elements around an inner one, the document among them. */
    private static final int INNER = 3;

    private static final Pattern PREFIX = Pattern.compile("(?s)^.*?\nMessage: (?:JAXP\\d+: *)?");

    private final XMLStreamReader reader;
    private final JsonLimits limits;
    private final Set<String> lists;
    /** The elements that are open, the innermost as the first, in the document as the last. */
    private final Deque<XmlElement> open = new ArrayDeque<>();

    private int tokens;
    /** Members of the elements that are open. */
    private int names;
    /** The name of the root element as it is written. */
    private String root = "";
    /** The names of the elements within those within the root element, as they are written. */
    private final Set<String> inner = new LinkedHashSet<>();

    private XmlTree(XMLStreamReader reader, JsonLimits limits, Set<String> lists) {
        this.reader = reader;
        this.limits = limits;
        this.lists = lists;
    }

    /**
     * Reads a document.
     *
     * @param lists names of child elements that are a list even if there is one
     * @throws FormatException if it is none, or beyond the limits
     */
    static Map<String, Object> read(Content content, List<String> lists) throws FormatException {
        return root(content, lists).tree();
    }

    /** As {@link #read}, with the name of the root element. */
    static Root root(Content content, List<String> lists) throws FormatException {
        String document = BodyText.ofXml(content);
        XmlProlog.refuseDoctype(document);
        try {
            XmlTree tree = new XmlTree(
                    factory().createXMLStreamReader(new StringReader(document)), content.limits(), Set.copyOf(lists));
            return new Root(tree.read(), tree.root, tree.inner);
        } catch (XMLStreamException x) {
            throw refusal(x);
        }
    }

    /**
     * A document.
     *
     * @param tree a map with the root element as its only member
     * @param name of that element, as it is written
     * @param inner names of the elements within its child elements, as they are written
     */
    record Root(Map<String, Object> tree, String name, Set<String> inner) {

        String prefix() {
            return name.substring(0, Math.max(0, name.indexOf(':')));
        }

        String localName() {
            return name.substring(name.indexOf(':') + 1);
        }

        Object element() {
            return tree.values().iterator().next();
        }
    }

    /** A factory is not thread-safe, and keeps the reader that it has made last. */
    static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        // The limits of the JDK, which differ from one version to the next. Sizes of entities include each &amp; of the
        // document; there are no other entities.
        factory.setProperty("jdk.xml.elementAttributeLimit", MAX_ATTRIBUTES);
        factory.setProperty("jdk.xml.maxXMLNameLimit", MAX_NAME);
        factory.setProperty("jdk.xml.maxElementDepth", NO_LIMIT);
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", NO_LIMIT);
        factory.setProperty("jdk.xml.totalEntitySizeLimit", NO_LIMIT);
        return factory;
    }

    static FormatException refusal(XMLStreamException failure) {
        String message = PREFIX.matcher(String.valueOf(failure.getMessage())).replaceFirst("");
        return error(failure.getLocation(), Faults.ofParser(message));
    }

    /** The parser miscounts columns behind some line ends. */
    static FormatException error(Location place, String fault) {
        return place.getColumnNumber() < 1
                ? new FormatException("line %d: %s".formatted(place.getLineNumber(), fault))
                : new FormatException(place.getLineNumber(), place.getColumnNumber(), fault);
    }

    private Map<String, Object> read() throws XMLStreamException, FormatException {
        // Of XML 1.1, names would lose their prefixes: the parser heeds namespaces whatever it is told.
        if ("1.1".equals(reader.getVersion())) {
            throw error("XML 1.1 is not supported; expected 1.0");
        }
        XmlElement document = new XmlElement("");
        open.push(document);
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> start();
                case XMLStreamConstants.END_ELEMENT -> end();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    open.getFirst().append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
                default -> {
                    // A comment, a processing instruction or the end of the document.
                }
            }
        }
        return document.membersWithoutPrefixes();
    }

    private void start() throws FormatException {
        if (open.size() > MAX_DEPTH) {
            throw error("a nesting depth of more than " + MAX_DEPTH);
        }
        count();
        XmlElement element = new XmlElement(reader.getLocalName());
        if (open.size() == 1) {
            root = element.name();
        } else if (open.size() == INNER) {
            inner.add(element.name());
        }
        open.push(element);
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            count();
            name(element.attribute(attributeName(reader, i), reader.getAttributeValue(i)));
        }
    }

    /** The name as written: the parser takes those of attributes apart, unlike those of elements. */
    static String attributeName(XMLStreamReader reader, int attribute) {
        String prefix = reader.getAttributePrefix(attribute);
        String local = reader.getAttributeLocalName(attribute);
        return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
    }

    private void end() throws FormatException {
        XmlElement element = open.pop();
        String text = element.text();
        if (!text.isEmpty()) {
            count();
        }
        names -= element.members().size();
        name(open.getFirst().child(element.name(), element.value(text), isList(element.name())));
    }

    private boolean isList(String element) {
        return !lists.isEmpty() && lists.contains(element.substring(element.indexOf(':') + 1));
    }

    private void count() throws FormatException {
        if (tokens == limits.maxTokens()) {
            throw error("more than %d elements, attributes and texts".formatted(limits.maxTokens()));
        }
        tokens++;
    }

    private void name(boolean added) throws FormatException {
        if (added && names == limits.maxNames()) {
            throw error("more than %d names".formatted(limits.maxNames()));
        }
        names += added ? 1 : 0;
    }

    private FormatException error(String fault) {
        return error(reader.getLocation(), fault);
    }
}
