package com.dashjoin.jsonata;

import com.dashjoin.jsonata.Jsonata.Frame;
import com.dashjoin.jsonata.Parser.Symbol;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An item, and what it is sorted by: each term is evaluated when it is first compared. */
final class SortedItem implements Comparable<SortedItem> {

    private final OpenEvaluator evaluator;
    private final Symbol sort;
    private final Object item;
    private final @Nullable Object context;
    private final Frame frame;
    private final @Nullable Object[] keys;
    private int known;

    /**
     * An item to sort.
     *
     * @param tuple true if the item is one of a stream of tuples
     */
    @SuppressWarnings("unchecked") // As the library's methods are.
    SortedItem(OpenEvaluator evaluator, Symbol sort, Object item, boolean tuple, Frame environment) {
        this.evaluator = evaluator;
        this.sort = sort;
        this.item = item;
        context = tuple ? ((Map<String, Object>) item).get("@") : item;
        frame = tuple ? evaluator.createFrameFromTuple(environment, (Map<String, Object>) item) : environment;
        keys = new Object[sort.terms.size()];
    }

    Object item() {
        return item;
    }

    private @Nullable Object key(int term) {
        if (term == known) {
            keys[term] = evaluator.evaluate(sort.terms.get(term).expression, context, frame);
            known++;
        }
        return keys[term];
    }

    @Override
    public int compareTo(SortedItem other) {
        for (int i = 0; i < keys.length; i++) {
            Object one = key(i);
            Object two = other.key(i);
            if (one == null || two == null) {
                // What is undefined is last, in whatever direction.
                if (one != two) {
                    return one == null ? 1 : -1;
                }
            } else {
                int order = compareKeys(one, two);
                if (order != 0) {
                    return sort.terms.get(i).descending ? -order : order;
                }
            }
        }
        return 0;
    }

    private int compareKeys(Object one, Object two) {
        if (one instanceof Number number && two instanceof Number second) {
            return evaluator.compare(number, second);
        }
        if (one instanceof String text && two instanceof String second) {
            return text.compareTo(second);
        }
        boolean comparable = isComparable(one) && isComparable(two);
        throw new JException(comparable ? "T2007" : "T2008", sort.position, one, two);
    }

    private static boolean isComparable(Object key) {
        return key instanceof Number || key instanceof String;
    }
}
