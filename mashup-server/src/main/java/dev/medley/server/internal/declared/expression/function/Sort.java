package dev.medley.server.internal.declared.expression.function;

import dev.medley.server.internal.declared.expression.value.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The function {@code $sort}: a stable merge sort. The library's own compares numbers of one class only, and gives the answers
 * of the expression's function to a sort that refuses them if items are equal.
 */
final class Sort {

    private static final int FUNCTION = 1;

    private final Call call;
    private final boolean byFunction;

    private Sort(Call call) {
        this.call = call;
        byFunction = call.argument(FUNCTION) != null;
    }

    static @Nullable Object sort(Call call) throws Exception {
        List<@Nullable Object> items = call.list(0);
        if (items == null || items.size() < 2) {
            return items;
        }
        Sort sort = new Sort(call);
        if (!sort.byFunction) {
            sort.checkTypes(items);
        }
        List<@Nullable Object> sorted = new ArrayList<>(items);
        sort.range(sorted, 0, sorted.size());
        return sorted;
    }

    private void checkTypes(List<@Nullable Object> items) {
        boolean numbers = items.get(0) instanceof Number;
        for (Object item : items) {
            if (!(numbers ? item instanceof Number : item instanceof String)) {
                throw call.refusal(
                        "the list has neither numbers only nor strings only; expected a function that compares its items");
            }
        }
    }

    private void range(List<@Nullable Object> items, int from, int to) throws Exception {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        range(items, from, middle);
        range(items, middle, to);
        call.evaluation().checkTime();
        List<@Nullable Object> left = new ArrayList<>(items.subList(from, middle));
        int next = 0;
        int right = middle;
        for (int i = from; next < left.size(); i++) {
            if (right < to && isAfter(left.get(next), items.get(right))) {
                items.set(i, items.get(right));
                right++;
            } else {
                items.set(i, left.get(next));
                next++;
            }
        }
    }

    private boolean isAfter(@Nullable Object one, @Nullable Object other) throws Exception {
        if (byFunction) {
            List<@Nullable Object> both = new ArrayList<>();
            both.add(one);
            both.add(other);
            return ListFunctions.isTrue(call.callArgument(FUNCTION, both));
        }
        if (one instanceof Number number && other instanceof Number second) {
            return Numbers.compare(number, second) > 0;
        }
        return String.valueOf(one).compareTo(String.valueOf(other)) > 0;
    }
}
