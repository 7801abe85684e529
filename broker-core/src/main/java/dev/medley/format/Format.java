package dev.medley.format;

import dev.medley.json.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/**
 * A format in which a body is read, other than JSON. What is read belongs to the caller. Immutable.
 *
 * <p>The charset of a body is that of a byte order mark; without one that of the content type; without one that which the
 * document declares (RFC 7303, section 3); otherwise UTF-8. Bytes that are not of the charset are refused.
 *
 * @param <T> type of the value
 */
public final class Format<T> {

    /** {@linkplain #xml(String...) XML}, in which an element that occurs once is no list. */
    public static final Format<Map<String, Object>> XML = xml();

    /**
     * Comma-separated values (RFC 4180): a list with a map for each line after the header, from the names of the header to texts. Each
     * line has as many fields as the header; an empty line is skipped, so that an empty value in an only column needs quotes. Of an
     * empty body, an empty list.
     */
    public static final Format<List<Map<String, String>>> CSV = csv(CsvSeparator.COMMA);

    /** The text as it is. */
    public static final Format<String> TEXT = new Format<>("text", "text/plain", false, BodyText::of);

    /**
     * A page, read as browsers do: any text is one, and bytes that are not of its charset become U+FFFD. The charset is that of a byte order
     * mark, of the content type, of the page's {@code <meta>}, or UTF-8. Links are relative to its {@code <base>}, or to its location. No
     * element is more than 512 levels deep: what is nested more deeply becomes siblings. The page is a document of jsoup, which is as
     * supported here as Jackson is.
     */
    public static final Format<Document> HTML =
            new Format<>("html", "text/html, application/xhtml+xml", true, HtmlPage::read);

    /**
     * A feed in RSS 0.9 to 2.0, Atom 0.3 or 1.0, or JSON Feed. One that is not well-formed is read as far as it can be, and
     * {@linkplain Feed#malformed() says so}, and so does one with bytes that are not of its charset. A DOCTYPE is skipped, unless it has
     * declarations of its own, with which the feed is refused.
     */
    public static final Format<Feed> FEED = new Format<>(
            "feed",
            "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9,"
                    + " application/json;q=0.8",
            true,
            FeedReader::read);

    /**
     * The {@code data} of a response of GraphQL. One with {@code errors} is a {@linkplain FaultException fault}, whatever else it has; its
     * code is {@code extensions.code} of the first error, and its reason that one's message.
     */
    public static final Format<Json> GRAPHQL = new Format<>(
            "graphql",
            "application/graphql-response+json, application/json;q=0.9",
            false,
            GraphQlTree::read,
            GraphQlTree::faultOf);

    private final String name;
    private final String accept;
    private final boolean needsBytes;
    private final Reader<? extends T> reader;
    private final @Nullable Function<Content, @Nullable PartnerFault> faults;

    private Format(String name, String accept, boolean needsBytes, Reader<? extends T> reader) {
        this(name, accept, needsBytes, reader, null);
    }

    private Format(
            String name,
            String accept,
            boolean needsBytes,
            Reader<? extends T> reader,
            @Nullable Function<Content, @Nullable PartnerFault> faults) {
        this.name = name;
        this.accept = accept;
        this.needsBytes = needsBytes;
        this.reader = reader;
        this.faults = faults;
    }

    /**
     * XML 1.0 without a DOCTYPE, as a map with the root element as its only member. An element without attributes and child elements
     * is its text, without white space at both ends; an empty one is the empty text. Any other is a map: {@code @name} is an
     * attribute, {@code name} a child element, or the list of those with that name, in the order of the document, and {@code #text} the
     * text beside them, if there is any. CDATA is text. Comments and processing instructions are dropped. Names of elements are
     * without their prefixes, unless two child elements of one element have the same name then; attributes keep them, and
     * declarations of namespaces are attributes. So
     * <pre>{@code <offers page="1"><offer><price>9.90</price></offer><offer id="7"/><offer/></offers>}</pre>
     * is
     * <pre>{@code {"offers": {"@page": "1", "offer": [{"price": "9.90"}, {"@id": "7"}, ""]}}}</pre>
     *
     * @param lists names of child elements, without a prefix, that are a list even if there is one
     */
    public static Format<Map<String, Object>> xml(String... lists) {
        return new Format<>("xml", "application/xml, text/xml", true, content -> XmlTree.read(content, List.of(lists)));
    }

    /** {@linkplain #CSV CSV} with another separator. */
    public static Format<List<Map<String, String>>> csv(CsvSeparator separator) {
        return new Format<>("csv", "text/csv", false, content -> CsvTree.read(content, separator));
    }

    /**
     * The child elements of the Body of an envelope of SOAP, each as {@linkplain #xml XML} is read; an empty map for none. A Fault is a
     * {@linkplain FaultException fault}. An envelope of the other version is refused, and so are attachments (MTOM, SwA).
     *
     * @param lists names of child elements, without a prefix, that are a list even if there is one
     */
    public static Format<Map<String, Object>> soap(SoapVersion version, String... lists) {
        SoapTree tree = new SoapTree(version, List.of(lists));
        return new Format<>(
                "soap",
                version == SoapVersion.V1_1 ? "text/xml" : "application/soap+xml",
                true,
                tree::read,
                tree::fault);
    }

    /** The name, as the configuration and messages have it. */
    public String name() {
        return name;
    }

    /** The value of {@code Accept} that asks for it. */
    public String accept() {
        return accept;
    }

    /** Returns whether a body without a byte is not of the format, as no document is empty. */
    public boolean needsBytes() {
        return needsBytes;
    }

    /**
     * Reads a body. The time is in proportion to its bytes: one beyond 64 KiB is not for a thread that others wait for.
     *
     * @throws FaultException if it is of the format, and says that the partner has not carried the request out
     * @throws FormatException if it is not of the format, or beyond the limits
     */
    public T read(Content content) throws FormatException {
        return reader.read(content);
    }

    /** Returns whether a response with an error's status may have a {@linkplain #fault fault} in this format. */
    public boolean hasFaults() {
        return faults != null;
    }

    /** Returns the fault that the body of a response with an error's status has; null if it has none. Takes as long as {@link #read}. */
    public @Nullable PartnerFault fault(Content content) {
        return faults == null ? null : faults.apply(content);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Reads a body. */
    private interface Reader<T> {

        T read(Content content) throws FormatException;
    }
}
