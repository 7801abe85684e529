package dev.medley.server.internal.declared.expression.function;

import com.dashjoin.jsonata.Utils;
import dev.medley.server.internal.declared.expression.page.PageElement;
import dev.medley.server.internal.declared.expression.page.PageSelector;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Functions of pages, which JSONata does not have: they find elements, and give their texts, attributes and links. Each takes an element
 * or an array of elements; of an array, it gives an array. Without its first argument, it takes the context.
 */
public final class PageFunctions {

    /** The one whose last argument is a selector. */
    public static final String SELECT = "select";

    /** The names, without {@code $}. */
    public static final Set<String> NAMES = Set.of(SELECT, "text", "attribute", "link");

    private static final int MAX_SELECTORS = 1000;

    /** Selectors are constants of the configuration: there are few of them. */
    private static final Map<String, PageSelector> SELECTORS = new ConcurrentHashMap<>();

    private PageFunctions() {}

    /** Returns the function of that name; null if there is none. */
    static @Nullable LibraryFunction named(String name) {
        // The last texts are methods of the library with as many parameters, of which it wants to know one.
        return switch (name) {
            case SELECT -> new LibraryFunction(name, "<x-s:a>", "lookup", PageFunctions::select);
            case "text" -> new LibraryFunction(name, "<x-:x>", "keys", PageFunctions::text);
            case "attribute" -> new LibraryFunction(name, "<x-s:x>", "lookup", PageFunctions::attribute);
            case "link" -> new LibraryFunction(name, "<x-:x>", "keys", PageFunctions::link);
            default -> null;
        };
    }

    private static @Nullable Object select(Call call) {
        String text = call.text(1);
        List<Element> roots = elements(call);
        if (roots == null || text == null) {
            return null;
        }
        PageSelector selector = selector(text);
        // An element may be below several of those in which is searched.
        Map<Element, PageElement> selected = new LinkedHashMap<>();
        for (Element root : roots) {
            selector.select(root, call.evaluation()::checkTime, element -> {
                selected.put(element, new PageElement(element));
                call.evaluation().checkItems(selected.size());
            });
        }
        List<Object> sequence = sequence();
        sequence.addAll(selected.values());
        return sequence;
    }

    private static PageSelector selector(String text) {
        PageSelector known = SELECTORS.get(text);
        if (known == null) {
            known = PageSelector.of(text);
            if (SELECTORS.size() >= MAX_SELECTORS) {
                // Those of configurations that have been replaced.
                SELECTORS.clear();
            }
            SELECTORS.put(text, known);
        }
        return known;
    }

    private static @Nullable Object text(Call call) {
        return each(call, Element::text);
    }

    private static @Nullable Object attribute(Call call) {
        String name = call.text(1);
        return name == null ? null : each(call, element -> element.hasAttr(name) ? element.attr(name) : null);
    }

    /** A link of another scheme, such as {@code javascript:}, is none. */
    private static @Nullable Object link(Call call) {
        return each(call, element -> {
            String link = element.absUrl(element.hasAttr("href") ? "href" : "src");
            return link.startsWith("http://") || link.startsWith("https://") ? link : null;
        });
    }

    private static @Nullable Object each(Call call, Function<Element, @Nullable String> function) {
        List<Element> elements = elements(call);
        if (elements == null) {
            return null;
        }
        List<Object> values = sequence();
        long length = 0;
        for (Element each : elements) {
            call.evaluation().checkTime();
            String value = function.apply(each);
            if (value != null) {
                // Elements may be within one another, and links have the same base.
                length += value.length();
                call.evaluation().checkLength(length);
                values.add(value);
            }
        }
        return values;
    }

    /** Returns the elements of the first argument; null if it is undefined. */
    private static @Nullable List<Element> elements(Call call) {
        Object given = call.argument(0);
        if (given == null) {
            return null;
        }
        List<Element> elements = new ArrayList<>();
        for (Object each : given instanceof List<?> list ? list : List.of(given)) {
            if (!(each instanceof PageElement element)) {
                throw call.refusal(
                        "the first argument %s %s; expected a page, which a response with format: html is, or its elements"
                                .formatted(given instanceof List ? "has" : "is", Wording.typeOf(each)));
            }
            elements.add(element.element());
        }
        return elements;
    }

    /** An array of the library, of which one with one value is that value, and an empty one is undefined. */
    @SuppressWarnings("unchecked") // The library's lists have values of any type.
    private static List<Object> sequence() {
        return Utils.createSequence();
    }
}
