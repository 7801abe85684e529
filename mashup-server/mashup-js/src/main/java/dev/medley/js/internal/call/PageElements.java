package dev.medley.js.internal.call;

import dev.medley.exchange.Exchange;
import dev.medley.json.Json;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
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

    /** Characters of all elements together: some may be within others, and have the same text. */
    private static final int MAX_CHARACTERS = 4 << 20;

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
    String json(Element page, Exchange exchange, DefaultMashup mashup) {
        Map<String, List<Object>> found = new LinkedHashMap<>();
        int[] characters = new int[1];
        selectors.forEach((name, selector) -> {
            List<Object> elements = new ArrayList<>();
            selector.select(page, () -> checkOver(mashup), element -> {
                elements.add(tree(element, characters));
                if (elements.size() > MAX_ELEMENTS || characters[0] > MAX_CHARACTERS) {
                    throw tooMuch(exchange);
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

    private static ProblemException tooMuch(Exchange exchange) {
        return new ProblemException(new Problem(
                Status.BAD_GATEWAY,
                "partner %s: the elements that are selected are more than %,d, or have more than %,d characters"
                        .formatted(exchange.partner(), MAX_ELEMENTS, MAX_CHARACTERS),
                exchange.partner(),
                exchange.state().label()));
    }

    private static Map<String, Object> tree(Element element, int[] characters) {
        Map<String, Object> tree = new LinkedHashMap<>();
        String text = element.text();
        characters[0] += text.length();
        tree.put("text", text);
        String link = element.absUrl(element.hasAttr("href") ? "href" : "src");
        if (link.startsWith("http://") || link.startsWith("https://")) {
            tree.put("link", link);
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        for (Attribute each : element.attributes()) {
            attributes.put(each.getKey(), each.getValue());
            characters[0] += each.getKey().length() + 2 * each.getValue().length();
        }
        tree.put("attributes", attributes);
        return tree;
    }
}
