package dev.medley.format.internal.feed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jspecify.annotations.Nullable;

/**
 * An element of a feed in XML. Its name is in lower case, with the usual prefix of its namespace, whatever prefix the feed has chosen; names
 * of RSS and of Atom have none. Names of other namespaces begin with a question mark.
 */
public final class FeedNode {

    private static final String RSS = "";
    private static final String OTHER = "?";
    private static final String XHTML = "xhtml";

    /** By the address of the namespace in lower case, without a slash or a number sign at its end. */
    private static final Map<String, String> NAMESPACES = Map.ofEntries(
            Map.entry("http://backend.userland.com/rss", RSS),
            Map.entry("http://backend.userland.com/rss2", RSS),
            Map.entry("http://blogs.law.harvard.edu/tech/rss", RSS),
            Map.entry("http://purl.org/rss/1.0", RSS),
            Map.entry("http://purl.org/net/rss1.1", RSS),
            Map.entry("http://my.netscape.com/rdf/simple/0.9", RSS),
            Map.entry("http://channel.netscape.com/rdf/simple/0.9", RSS),
            Map.entry("http://purl.org/rss/1.0/modules/rss091", RSS),
            Map.entry("http://example.com/newformat", RSS),
            Map.entry("http://example.com/necho", RSS),
            Map.entry("http://purl.org/echo", RSS),
            Map.entry("uri/of/echo/namespace", RSS),
            Map.entry("http://purl.org/pie", RSS),
            Map.entry("http://purl.org/atom/ns", RSS),
            Map.entry("http://www.w3.org/2005/atom", RSS),
            Map.entry("http://purl.org/dc/elements/1.1", "dc"),
            Map.entry("http://purl.org/dc/terms", "dcterms"),
            Map.entry("http://purl.org/rss/1.0/modules/content", "content"),
            Map.entry("http://www.itunes.com/dtds/podcast-1.0.dtd", "itunes"),
            Map.entry("http://search.yahoo.com/mrss", "media"),
            Map.entry("http://www.w3.org/1999/02/22-rdf-syntax-ns", "rdf"),
            Map.entry("http://www.w3.org/1999/xhtml", XHTML),
            Map.entry("http://www.w3.org/xml/1998/namespace", "xml"));

    /** Prefixes that say what they mean where a feed has not declared them. */
    private static final Set<String> USUAL = Set.of("dc", "dcterms", "content", "itunes", "media", "rdf", XHTML, "xml");

    private final Element element;
    private final @Nullable FeedNode around;
    private final FeedLinks links;
    private final String name;
    /** The usual prefixes by those that the feed declares at this element. */
    private final Map<String, String> prefixes;

    private @Nullable String base;

    private FeedNode(Element element, @Nullable FeedNode around, FeedLinks links) {
        this.element = element;
        this.around = around;
        this.links = links;
        prefixes = prefixes(element);
        name = usual(element.tagName());
    }

    /**
     * Returns the root element of a document.
     *
     * @param links of the feed
     */
    public static FeedNode root(Element element, FeedLinks links) {
        return new FeedNode(element, null, links);
    }

    private static Map<String, String> prefixes(Element element) {
        Map<String, String> prefixes = Map.of();
        for (Attribute each : element.attributes()) {
            String attribute = each.getKey().toLowerCase(Locale.ROOT);
            if (attribute.equals("xmlns") || attribute.startsWith("xmlns:")) {
                prefixes = prefixes.isEmpty() ? new HashMap<>() : prefixes;
                boolean isDefault = attribute.length() < "xmlns:".length();
                String namespace = NAMESPACES.get(address(each.getValue()));
                // A default namespace that nobody knows is often meant as none.
                prefixes.put(
                        isDefault ? "" : attribute.substring("xmlns:".length()),
                        namespace == null ? isDefault ? RSS : OTHER : namespace);
            }
        }
        return prefixes;
    }

    private static String address(String namespace) {
        String address = namespace.strip().toLowerCase(Locale.ROOT);
        return address.endsWith("/") || address.endsWith("#") ? address.substring(0, address.length() - 1) : address;
    }

    private String usual(String written) {
        String lower = written.toLowerCase(Locale.ROOT);
        int colon = lower.indexOf(':');
        String prefix = colon < 0 ? "" : lower.substring(0, colon);
        String local = lower.substring(colon + 1);
        String namespace = namespace(prefix);
        if (namespace == null) {
            namespace = prefix.isEmpty() ? RSS : USUAL.contains(prefix) ? prefix : prefix.equals("atom") ? RSS : OTHER;
        }
        return namespace.isEmpty() ? local : namespace + ":" + local;
    }

    /** Returns what a prefix is here; null if no element has declared it. */
    private @Nullable String namespace(String prefix) {
        String namespace = null;
        for (FeedNode each = this; each != null && namespace == null; each = each.around) {
            namespace = each.prefixes.get(prefix);
        }
        return namespace;
    }

    /** Returns the name, as above. */
    public String name() {
        return name;
    }

    /** Returns the language that is declared here or around it; null if none is. */
    @Nullable
    public String language() {
        String own = attribute("xml:lang");
        return own != null || around == null ? own : around.language();
    }

    /** Returns the elements in it. */
    public List<FeedNode> children() {
        List<FeedNode> children = new ArrayList<>();
        for (Node each : element.childNodes()) {
            if (each instanceof Element child) {
                children.add(new FeedNode(child, this, links));
            }
        }
        return children;
    }

    /** Returns the elements in it that have one of these names. */
    public List<FeedNode> children(String... names) {
        List<String> wanted = List.of(names);
        return children().stream().filter(each -> wanted.contains(each.name)).toList();
    }

    /** Returns whether there are elements in it. */
    public boolean hasChildren() {
        return element.firstElementChild() != null;
    }

    /** Returns an attribute by its name, with the usual prefix if it has one; null if there is none. */
    @Nullable
    public String attribute(String attribute) {
        for (Attribute each : element.attributes()) {
            String key = each.getKey();
            boolean matches = key.indexOf(':') < 0
                    ? key.equalsIgnoreCase(attribute)
                    : usual(key).equals(attribute);
            if (matches) {
                return each.getValue().strip();
            }
        }
        return null;
    }

    /** Returns all text in it, without white space at both ends. */
    public String text() {
        return element.wholeText().strip();
    }

    /** Returns the text, or null if there is none. */
    @Nullable
    public String textOrNull() {
        String text = text();
        return text.isEmpty() ? null : text;
    }

    /** Returns the elements and texts in it as markup; elements of XHTML without their prefix. */
    public String markup() {
        element.children().forEach(this::removePrefixes);
        return element.html().strip();
    }

    private void removePrefixes(Element top) {
        for (Element each : top.getAllElements()) {
            String tag = each.tagName();
            int colon = tag.indexOf(':');
            if (colon > 0 && colon < tag.length() - 1) {
                each.tagName(tag.substring(colon + 1), each.tag().namespace());
            }
        }
    }

    /** Returns a link that is relative to the base here. */
    public String absolute(String link) {
        return links.absolute(base(), link);
    }

    /** Made when it is first asked for: few elements have links, and a base may be a long text. */
    private String base() {
        String known = base;
        if (known == null) {
            String baseAround = around == null ? links.location() : around.base();
            String own = attribute("xml:base");
            known = own == null ? baseAround : links.absolute(baseAround, own);
            base = known;
        }
        return known;
    }

    /** Returns the first child of one of these names, in their order, that {@code isUseful}. */
    @Nullable
    public FeedNode first(Predicate<FeedNode> isUseful, String... names) {
        List<FeedNode> children = children();
        for (String wanted : names) {
            for (FeedNode each : children) {
                if (each.name.equals(wanted) && isUseful.test(each)) {
                    return each;
                }
            }
        }
        return null;
    }
}
