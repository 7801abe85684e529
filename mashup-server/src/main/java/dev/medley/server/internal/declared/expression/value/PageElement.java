package dev.medley.server.internal.declared.expression.value;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * A page, or an element of one, as a value of expressions: an object whose only member is its text. So it is written as JSON, compared, and
 * true; the functions of pages see the element. Thread-safe, because nothing changes a page that has been read.
 */
public final class PageElement extends AbstractMap<String, Object> {

    /** The name of the member. */
    public static final String TEXT = "text";

    private final Element element;
    private volatile @Nullable String text;

    /** Creates the value for a page or an element, which nobody may change from now on. */
    public PageElement(Element element) {
        this.element = element;
    }

    /** Returns the element. */
    public Element element() {
        return element;
    }

    /** Returns the text in it, with single blanks for white space. */
    public String text() {
        String known = text;
        if (known == null) {
            known = element.text();
            Evaluation.countText(known.length());
            text = known;
        }
        return known;
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        return TEXT.equals(name) ? text() : null;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return TEXT.equals(name);
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public Set<String> keySet() {
        return Set.of(TEXT);
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return Set.of(Map.entry(TEXT, text()));
    }
}
