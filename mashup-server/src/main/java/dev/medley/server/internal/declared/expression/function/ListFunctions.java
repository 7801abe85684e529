package dev.medley.server.internal.declared.expression.function;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Utils;
import dev.medley.server.internal.declared.expression.value.Inputs;
import dev.medley.server.internal.declared.expression.value.Numbers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions of lists and objects that pass values on. The library makes doubles of the numbers that they return. */
final class ListFunctions {

    private ListFunctions() {}

    static @Nullable Object lookup(Call call) {
        String name = call.text(1);
        return name == null ? null : Functions.lookup(call.argument(0), name);
    }

    static @Nullable Object append(Call call) {
        return Functions.append(call.argument(0), call.argument(1));
    }

    static @Nullable Object spread(Call call) {
        return Functions.spread(call.argument(0));
    }

    /** Without JSON between, which would round numbers. */
    static @Nullable Object copy(Call call) {
        return Inputs.copy(call.argument(0));
    }

    static @Nullable Object single(Call call) throws Exception {
        List<@Nullable Object> items = call.list(0);
        if (items == null) {
            return null;
        }
        Object function = call.argument(1);
        Object found = null;
        int matches = 0;
        for (int i = 0; i < items.size() && matches < 2; i++) {
            Object item = items.get(i);
            if (function == null || isTrue(call.callArgument(1, argumentsOf(function, item, i, items)))) {
                found = item;
                matches++;
            }
        }
        if (matches != 1) {
            throw call.refusal(
                    matches == 0 ? "there is no match; expected one" : "there is more than one match; expected one");
        }
        return found;
    }

    @SuppressWarnings("unchecked") // The library's lists have values of any type.
    private static List<Object> argumentsOf(Object function, @Nullable Object item, int index, List<?> items) {
        return Functions.hofFuncArgs(function, item, index, items);
    }

    static boolean isTrue(@Nullable Object value) {
        return value != null && Jsonata.boolize(value);
    }

    static @Nullable Object reduce(Call call) throws Exception {
        List<@Nullable Object> items = call.list(0);
        if (items == null) {
            return null;
        }
        int parameters = Functions.getFunctionArity(call.argument(1));
        if (parameters < 2) {
            throw call.refusal(
                    "the function has fewer than two parameters; expected one for the result and one for the item");
        }
        Object result = call.argument(2);
        int index = 0;
        if (result == null && !items.isEmpty()) {
            result = items.get(0);
            index = 1;
        }
        for (; index < items.size(); index++) {
            // The function may be one of the library, which looks at no clock.
            call.evaluation().checkTime();
            List<@Nullable Object> its = new ArrayList<>();
            its.add(result);
            its.add(items.get(index));
            its.add(index);
            its.add(items);
            result = call.callArgument(1, its.subList(0, Math.min(parameters, its.size())));
        }
        return result;
    }

    static @Nullable Object distinct(Call call) {
        Object argument = call.argument(0);
        if (!(argument instanceof List<?> items) || items.size() < 2) {
            return argument;
        }
        List<@Nullable Object> distinct = items instanceof Utils.JList ? Utils.createSequence() : new ArrayList<>();
        Set<@Nullable Object> keys = new HashSet<>();
        for (Object item : items) {
            if (keys.add(key(item))) {
                distinct.add(item);
            }
        }
        return distinct;
    }

    /** Equal values have equal keys. */
    private static @Nullable Object key(@Nullable Object value) {
        if (value instanceof Number number) {
            return Numbers.key(number);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> keys = new ArrayList<>(list.size());
            list.forEach(item -> keys.add(key(item)));
            return keys;
        }
        if (value instanceof Map<?, ?> object) {
            Map<Object, @Nullable Object> keys = new LinkedHashMap<>();
            object.forEach((name, member) -> keys.put(name, key(member)));
            return keys;
        }
        return value;
    }
}
