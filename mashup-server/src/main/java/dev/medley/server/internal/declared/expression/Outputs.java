package dev.medley.server.internal.declared.expression;

import com.dashjoin.jsonata.Jsonata;
import dev.medley.server.internal.declared.expression.page.PageElement;
import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.Refusal;
import dev.medley.server.internal.declared.expression.value.Evaluation;
import dev.medley.server.internal.declared.expression.value.Inputs;
import dev.medley.server.internal.declared.expression.value.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a tree of a result of the library. Used once. */
final class Outputs {

    private int values;
    /** Characters of elements of pages, which may be within one another. */
    private long texts;

    private Outputs() {}

    /** Returns the tree, or {@link Expression#UNDEFINED}. */
    static @Nullable Object of(@Nullable Object result) {
        return result == null ? Expression.UNDEFINED : new Outputs().tree(result, 0);
    }

    private @Nullable Object tree(@Nullable Object value, int level) {
        if (value == null || value == Jsonata.NULL_VALUE) {
            return null;
        }
        if (value instanceof Inputs.ObjectView view) {
            return view.original;
        }
        if (value instanceof Inputs.ListView view) {
            return view.original;
        }
        if (value instanceof Double number) {
            return Numbers.of(number);
        }
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        if (value instanceof PageElement page) {
            texts += page.text().length();
            Evaluation.current().checkTime();
            Evaluation.current().checkLength(texts);
            return page;
        }
        if (value instanceof Map<?, ?> object) {
            count(object.size(), level);
            Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : object.entrySet()) {
                copy.put(entry.getKey(), tree(entry.getValue(), level + 1));
            }
            return copy;
        }
        if (value instanceof List<?> list) {
            count(list.size(), level);
            List<@Nullable Object> copy = new ArrayList<>(list.size());
            for (Object item : list) {
                copy.add(tree(item, level + 1));
            }
            return copy;
        }
        throw new Refusal(
                level == 0
                        ? "the result is a function; expected a value"
                        : "the result has a function in it; expected values");
    }

    /** Lists that are in one another several times would make a small result a large tree. */
    private void count(int more, int level) {
        values += more;
        Evaluation evaluation = Evaluation.current();
        evaluation.checkItems(values);
        if (level == Bounds.MAX_LEVELS) {
            throw new Refusal("the result has more than %d levels".formatted(Bounds.MAX_LEVELS));
        }
    }
}
