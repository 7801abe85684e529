package dev.medley.server.internal.declared.expression.page;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jspecify.annotations.Nullable;

/**
 * A CSS selector. What is between its parts is matched here instead of by jsoup, which looks at no clock while it goes through all
 * pairs of siblings; the parts are jsoup's. Immutable.
 */
public final class PageSelector {

    /** Elements that are looked at between two looks at the clock. */
    private static final int LOOKS = 64;

    private final List<Chain> alternatives;

    PageSelector(List<Chain> alternatives) {
        this.alternatives = alternatives;
    }

    /**
     * Returns a selector.
     *
     * @throws dev.medley.server.internal.declared.expression.syntax.ExpressionException if it is not valid, with its place in the text
     */
    public static PageSelector of(String text) {
        return new SelectorParser(text).parse();
    }

    /**
     * Gives the elements below {@code root} that it selects, in the order of the document.
     *
     * @param clock is called now and then, and ends the search by an exception
     */
    public void select(Element root, Runnable clock, Consumer<Element> selected) {
        Search search = new Search(clock);
        Iterator<Element> elements = root.stream().iterator();
        while (elements.hasNext()) {
            Element element = elements.next();
            if (!element.equals(root) && search.any(alternatives, root, element)) {
                selected.accept(element);
            }
        }
    }

    /** What an element itself must be. */
    sealed interface Part permits Simple, Not, Is, Has, Root {}

    /**
     * A name, a class, an attribute, and the like.
     *
     * @param isLong whether it looks at more than the element itself, such as at all text in it
     */
    record Simple(Evaluator evaluator, boolean isLong) implements Part {}

    /** {@code :not(…)}. */
    record Not(List<Chain> alternatives) implements Part {}

    /** {@code :is(…)}. */
    record Is(List<Chain> alternatives) implements Part {}

    /** {@code :has(…)}. */
    record Has(List<Chain> alternatives) implements Part {}

    /** The element in which is searched: what stands before a combinator at the beginning. */
    record Root() implements Part {}

    /**
     * Parts, and what stands before them.
     *
     * @param combinator between that and these; a blank for any ancestor
     * @param before null at the beginning
     */
    record Chain(
            List<Part> parts, char combinator, @Nullable Chain before) {}

    /** Looks at the clock. For one thread. */
    private static final class Search {

        private final Runnable clock;
        private int looks;

        Search(Runnable clock) {
            this.clock = clock;
        }

        boolean any(List<Chain> alternatives, Element root, Element element) {
            for (Chain each : alternatives) {
                if (matches(each, root, element)) {
                    return true;
                }
            }
            return false;
        }

        private boolean matches(Chain chain, Element root, Element element) {
            looks++;
            if (looks % LOOKS == 0) {
                clock.run();
            }
            for (Part each : chain.parts()) {
                if (!matches(each, root, element)) {
                    return false;
                }
            }
            Chain before = chain.before();
            return before == null || isBehind(before, chain.combinator(), root, element);
        }

        private boolean matches(Part part, Element root, Element element) {
            if (part instanceof Simple simple) {
                if (simple.isLong()) {
                    clock.run();
                }
                return simple.evaluator().matches(root, element);
            }
            if (part instanceof Not not) {
                return !any(not.alternatives(), root, element);
            }
            if (part instanceof Is is) {
                return any(is.alternatives(), root, element);
            }
            return part instanceof Has has ? has(has.alternatives(), element) : element.equals(root);
        }

        private boolean has(List<Chain> alternatives, Element element) {
            Iterator<Element> elements = element.stream().iterator();
            while (elements.hasNext()) {
                Element each = elements.next();
                if (!each.equals(element) && any(alternatives, element, each)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isBehind(Chain before, char combinator, Element root, Element element) {
            if (element.equals(root)) {
                return false;
            }
            boolean isOfParents = combinator == ' ' || combinator == '>';
            boolean isOfAll = combinator == ' ' || combinator == '~';
            Element other = isOfParents ? element.parent() : element.previousElementSibling();
            while (other != null) {
                if (matches(before, root, other)) {
                    return true;
                }
                if (!isOfAll || other.equals(root)) {
                    return false;
                }
                other = isOfParents ? other.parent() : other.previousElementSibling();
            }
            return false;
        }
    }
}
