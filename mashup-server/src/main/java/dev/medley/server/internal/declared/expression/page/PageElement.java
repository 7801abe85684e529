package dev.medley.server.internal.declared.expression.page;

import dev.medley.server.internal.declared.expression.value.TextObject;
import org.jsoup.nodes.Element;

/**
 * A page, or an element of one, as a value of expressions: an object whose only member is its text, with single blanks for white space. The
 * functions of pages see the element. Thread-safe, because nothing changes a page that has been read.
 */
public final class PageElement extends TextObject {

    private final Element element;

    /** Creates the value for a page or an element, which nobody may change from now on. */
    public PageElement(Element element) {
        this.element = element;
    }

    /** Returns the element. */
    public Element element() {
        return element;
    }

    @Override
    protected String make() {
        return element.text();
    }
}
