package dev.medley.loadtest.report;

import dev.medley.loadtest.report.section.Plot;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Reads markup as strictly as XML asks for, and finds elements in it. */
public final class Xml {

    private final Document document;

    private Xml(Document document) {
        this.document = document;
    }

    /** Fails with an {@link AssertionError} unless the text is well-formed. */
    static Xml parse(String text) {
        try {
            DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            return new Xml(builder.parse(new InputSource(new StringReader(text))));
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new AssertionError("not well-formed: " + e.getMessage() + "\n" + text, e);
        }
    }

    public static Xml page(Report report) {
        return parse(HtmlReport.of(report));
    }

    /** A page with nothing but this plot. */
    public static Xml page(Plot plot) {
        return page(Report.of("A plot", ExampleReport.FACTS).add(plot).build());
    }

    public List<Element> elements(String path) {
        try {
            NodeList nodes =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            List<Element> elements = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                elements.add((Element) nodes.item(i));
            }
            return elements;
        } catch (XPathExpressionException e) {
            throw new AssertionError(path, e);
        }
    }

    public List<String> texts(String path) {
        return elements(path).stream().map(Element::getTextContent).toList();
    }

    public List<String> attributes(String path, String name) {
        return elements(path).stream()
                .map(element -> element.getAttribute(name))
                .toList();
    }
}
