package dev.medley.js.internal.call;

import dev.medley.json.Json;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declared.expression.page.PageSelector;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;

/** The elements of a page that selectors of CSS select, as a script gets them. Immutable. */
final class PageElements {

    /** Elements that one selector may select. */
    private static final int MAX_ELEMENTS = 100_000;

    private final Map<String, PageSelector> selectors;

    private PageElements(Map<String, PageSelector> selectors) {
        this.selectors = selectors;
    }

    /**
     * Returns an instance for selectors by their names.
     *
     * @throws IllegalArgumentException if one is not valid
     */
    static PageElements of(Map<String, String> texts) {
        Map<String, PageSelector> selectors = new LinkedHashMap<>();
        texts.forEach((name, text) -> {
            try {
                selectors.put(name, PageSelector.of(text));
            } catch (ExpressionException x) {
                throw new IllegalArgumentException("the selector '%s': %s".formatted(text, x.getMessage()), x);
            }
        });
        return new PageElements(selectors);
    }

    /** Returns the elements of {@code page}, as a JSON document: lists by the names of the selectors. */
    String json(Element page, DefaultMashup mashup) {
        Map<String, List<Object>> found = new LinkedHashMap<>();
        selectors.forEach((name, selector) -> {
            List<Object> elements = new ArrayList<>();
            selector.select(page, () -> checkOver(mashup), element -> {
                if (elements.size() < MAX_ELEMENTS) {
                    elements.add(tree(element));
                }
            });
            found.put(name, elements);
        });
        return new String(Json.of(found).bytes(), StandardCharsets.UTF_8);
    }

    private static void checkOver(DefaultMashup mashup) {
        if (mashup.isOver()) {
            throw new CancellationException("the reply has been decided");
        }
    }

    private static Map<String, Object> tree(Element element) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("text", element.text());
        String link = element.absUrl(element.hasAttr("href") ? "href" : "src");
        if (link.startsWith("http://") || link.startsWith("https://")) {
            tree.put("link", link);
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        for (Attribute each : element.attributes()) {
            attributes.put(each.getKey(), each.getValue());
        }
        tree.put("attributes", attributes);
        return tree;
    }
}
