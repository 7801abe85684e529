package dev.medley.server.internal.declared.format;

import dev.medley.json.JsonLimits;
import dev.medley.server.internal.declaration.CsvSeparator;
import dev.medley.server.internal.declaration.ResponseFormat;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as a tree, whatever its format: maps and lists, which belong to the caller, texts, numbers, booleans
 * and null. {@link dev.medley.json.Json#of Json.of} writes a tree as JSON, with each number as it was read; it refuses NaN and
 * infinities.
 *
 * <table>
 * <caption>Trees of the formats</caption>
 * <tr><th>format</th><th>tree</th><th>of an empty body</th></tr>
 * <tr><td>JSON</td><td>the document. Whole numbers are an {@code Integer}, {@code Long} or {@code BigInteger}, others a
 *     {@code BigDecimal}, which keeps all digits</td><td>refused, by the check of the document</td></tr>
 * <tr><td>XML</td><td>a map with the root element as its only member, see below</td><td>refused</td></tr>
 * <tr><td>CSV</td><td>a list with a map for each line after the header, from the names of the header to texts. Each line has
 *     as many fields as the header; an empty line is skipped, so that an empty value in an only column needs quotes</td>
 *     <td>an empty list</td></tr>
 * <tr><td>TEXT</td><td>the text</td><td>the empty text</td></tr>
 * </table>
 *
 * <p>XML is XML 1.0 without a DOCTYPE. An element without attributes and child elements is its text, without white space at
 * both ends; an empty one is the empty text. Any other is a map: {@code @name} is an attribute, {@code name} a child element,
 * or the list of those with that name, in the order of the document, and {@code #text} the text beside them, if there is any.
 * CDATA is text. Comments and processing instructions are dropped. Names of elements are without their prefixes, unless two
 * child elements of one element have the same name then; attributes keep them, and declarations of namespaces are attributes. So
 * <pre>{@code <offers page="1"><offer><price>9.90</price></offer><offer id="7"/><offer/></offers>}</pre>
 * is
 * <pre>{@code {"offers": {"@page": "1", "offer": [{"price": "9.90"}, {"@id": "7"}, ""]}}}</pre>
 *
 * <p>The charset is that of a byte order mark; without one that of the content type; without one that of the XML declaration
 * (RFC 7303, section 3); otherwise UTF-8. JSON is in UTF-8. Bytes that are not of the charset are refused.
 */
public final class ResponseTree {

    private ResponseTree() {}

    /**
     * Reads a body.
     *
     * @param body of JSON a document that {@link dev.medley.json.Json#parse(byte[], JsonLimits)} has checked
     * @param contentType the {@code Content-Type} of the response, whose charset counts; null if it has none
     * @param limits the bounds of XML and CSV. Tokens are elements, attributes and texts, or rows and fields; names are the
     *     members of the maps that are open at one place, or the columns
     * @throws FormatException if the body is not of the format, or beyond the limits
     */
    public static @Nullable Object read(
            ResponseFormat format, byte[] body, @Nullable String contentType, JsonLimits limits)
            throws FormatException {
        return switch (format) {
            case JSON -> JsonTree.read(body);
            case XML -> XmlTree.read(BodyText.ofXml(body, contentType), limits);
            case CSV -> readCsv(body, CsvSeparator.COMMA, contentType, limits);
            case TEXT -> BodyText.of(body, contentType);
        };
    }

    /**
     * Reads a body of CSV, as {@link #read}.
     *
     * @param separator between the values of a line
     * @throws FormatException if it is not of the format, or beyond the limits
     */
    public static Object readCsv(byte[] body, CsvSeparator separator, @Nullable String contentType, JsonLimits limits)
            throws FormatException {
        String text = BodyText.of(body, contentType);
        OtherDocument.refuse(text, contentType);
        return CsvTree.read(text, separator, limits);
    }

    /** Returns the value of {@code Accept} for requests whose responses are read in {@code format}. */
    public static String accept(ResponseFormat format) {
        return switch (format) {
            case JSON -> "application/json";
            case XML -> "application/xml, text/xml";
            case CSV -> "text/csv";
            case TEXT -> "text/plain";
        };
    }
}
