package com.dashjoin.jsonata;

import com.dashjoin.jsonata.Parser.Symbol;
import com.dashjoin.jsonata.Utils.JList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The library's evaluator, with its operators open to a subclass of another package: arithmetic, comparisons, ranges, positions,
 * sorting, text and the copies of transforms, all of which the library computes in doubles. Confined to a thread.
 *
 * <p>It is in the library's package, because the methods that it overrides are visible there only. So Medley and the library must
 * have the same class loader, and stand on the class path: no two modules may have a package in common.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // As the library's methods are.
public abstract class OpenEvaluator extends Jsonata {

    /** Made of any expression, of which it keeps nothing: making it takes the library's lock, so that a thread keeps it. */
    protected OpenEvaluator(Jsonata any) {
        super(any);
        ast = null;
        environment = null;
    }

    /** Returns the sum, difference, product, quotient or remainder of two numbers; null if it is none. */
    protected abstract @Nullable Number arithmetic(Number left, Number right, char operator);

    /** Returns the number with the opposite sign. */
    protected abstract Number negated(Number number);

    /** Compares two numbers. */
    protected abstract int compare(Number one, Number other);

    /** Returns whether two values are equal, each of any type. */
    protected abstract boolean isEqual(Object one, Object other);

    /** Returns the whole numbers from one to the other; null if a list of the library has them. */
    protected abstract @Nullable List<?> range(Number from, Number to);

    /** Returns the number as an {@link Integer} or {@link Long} if it is whole and in their range; otherwise as it is. */
    protected abstract Number plain(Number number);

    /** Returns the position in a list that a number stands for: rounded down, and within ints. */
    protected abstract int position(Number number);

    /** Returns the text of a value, as {@code $string} does. */
    protected abstract String text(Object value);

    /** Returns a copy that may be changed. */
    protected abstract @Nullable Object copy(Object value);

    /** Returns a frame for variables of an evaluation. */
    public static Frame frameOf(Jsonata expression) {
        return expression.createFrame(expression.environment);
    }

    /** Evaluates the expression without an input document; null stands for undefined. */
    public final @Nullable Object evaluateIn(Jsonata expression, Frame frame) {
        // Functions of the library that call others ask the thread for its evaluator. A user of the library in this
        // thread
        // shall find his own again.
        Jsonata others = expression.getPerThreadInstance();
        current.set(this);
        try {
            return evaluate(expression.ast, null, frame);
        } finally {
            current.set(others);
        }
    }

    /**
     * Puts exact numbers in the place of the doubles that the library makes of literals.
     *
     * @param literals gives the number for the offset after the literal, and the library's number, which has its sign
     */
    public static void exactLiterals(Jsonata expression, BiFunction<Integer, Number, Number> literals) {
        new Literals(literals).visit(expression.ast);
    }

    @Override
    Object evaluate(Symbol expr, @Nullable Object input, Frame environment) {
        Object outerInput = this.input;
        Frame outerEnvironment = this.environment;
        try {
            return _evaluate(expr, input, environment);
        } finally {
            this.input = outerInput;
            this.environment = outerEnvironment;
        }
    }

    @Override
    Object evaluateNumericExpression(@Nullable Object lhs, @Nullable Object rhs, String op) {
        if (lhs instanceof Number left && rhs instanceof Number right) {
            return arithmetic(left, right, op.charAt(0));
        }
        return super.evaluateNumericExpression(lhs, rhs, op);
    }

    @Override
    Object evaluateEqualityExpression(@Nullable Object lhs, @Nullable Object rhs, String op) {
        return lhs != null && rhs != null && isEqual(lhs, rhs) == op.equals("=");
    }

    @Override
    Object evaluateComparisonExpression(@Nullable Object lhs, @Nullable Object rhs, String op) {
        if (!(lhs instanceof Number left && rhs instanceof Number right)) {
            return super.evaluateComparisonExpression(lhs, rhs, op);
        }
        int order = compare(left, right);
        return switch (op) {
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    @Override
    Object evaluateUnary(Symbol expr, @Nullable Object input, Frame environment) {
        if (!String.valueOf(expr.value).equals("-")) {
            return super.evaluateUnary(expr, input, environment);
        }
        Object value = evaluate(expr.expression, input, environment);
        if (value == null) {
            return null;
        }
        if (value instanceof Number number) {
            return negated(number);
        }
        throw new JException("D1002", expr.position, expr.value, value);
    }

    @Override
    Object evaluateRangeExpression(@Nullable Object lhs, @Nullable Object rhs) {
        Object from = lhs instanceof Number number ? plain(number) : lhs;
        Object to = rhs instanceof Number number ? plain(number) : rhs;
        List<?> range = from instanceof Number first && to instanceof Number last ? range(first, last) : null;
        return range == null ? super.evaluateRangeExpression(from, to) : range;
    }

    @Override
    Object evaluateStringConcat(@Nullable Object lhs, @Nullable Object rhs) {
        return (lhs == null ? "" : text(lhs)).concat(rhs == null ? "" : text(rhs));
    }

    /** As the library's own, which takes a position beyond ints for another one, and rounds negative ones up. */
    @Override
    Object evaluateFilter(Object filter, @Nullable Object input, Frame environment) {
        Symbol predicate = (Symbol) filter;
        List results = Utils.createSequence();
        boolean tuples = isTuples(input);
        ((JList) results).tupleStream = tuples;
        List items = input instanceof List list ? list : Utils.createSequence(input);
        if (predicate.type.equals("number")) {
            int position = fromFront(position((Number) predicate.value), items);
            Object item = position >= 0 && position < items.size() ? items.get(position) : null;
            if (item instanceof List) {
                return item;
            }
            if (item != null) {
                results.add(item);
            }
            return results;
        }
        for (int index = 0; index < items.size(); index++) {
            Object item = items.get(index);
            Object context = tuples ? ((Map) item).get("@") : item;
            Frame frame = tuples ? createFrameFromTuple(environment, (Map) item) : environment;
            Object chosen = evaluate(predicate, context, frame);
            if (chosen instanceof Number number) {
                if (fromFront(position(number), items) == index) {
                    results.add(item);
                }
            } else if (isListOfNumbers(chosen)) {
                for (Object each : (List) chosen) {
                    if (fromFront(position((Number) each), items) == index) {
                        results.add(item);
                    }
                }
            } else if (boolize(chosen)) {
                results.add(item);
            }
        }
        return results;
    }

    private static int fromFront(int position, List<?> items) {
        return position < 0 ? items.size() + position : position;
    }

    private static boolean isListOfNumbers(@Nullable Object value) {
        return value instanceof List<?> list && list.stream().allMatch(Number.class::isInstance);
    }

    private static boolean isTuples(@Nullable Object value) {
        return value instanceof JList list && list.tupleStream;
    }

    /** Groups nothing to an empty object, as JSONata 2.2.2 does. The library's own takes the undefined tuple apart. */
    @Override
    Object evaluateGroupExpression(Symbol expr, @Nullable Object input, Frame environment) {
        boolean noTuples = isTuples(input) && ((List) input).isEmpty();
        return noTuples ? new LinkedHashMap<>() : super.evaluateGroupExpression(expr, input, environment);
    }

    /** As the library's own, whose order of equal numbers of two classes contradicts itself. Each term is evaluated once. */
    @Override
    Object evaluateSortExpression(Symbol expr, @Nullable Object input, Frame environment) {
        List<Object> items = (List<Object>) input;
        if (items.size() < 2) {
            return items;
        }
        boolean tuples = isTuples(input);
        List<SortedItem> sorted = new ArrayList<>(items.size());
        for (Object item : items) {
            sorted.add(new SortedItem(this, expr, item, tuples, environment));
        }
        sorted.sort(null);
        List<Object> result = new ArrayList<>(items.size());
        sorted.forEach(each -> result.add(each.item()));
        return result;
    }

    /** As the library's own, which copies by way of JSON with doubles, and takes a text for an object. */
    @Override
    Object evaluateTransformExpression(Symbol expr, @Nullable Object input, Frame environment) {
        JFunctionCallable transform = (context, arguments) -> {
            Object given = arguments.get(0);
            if (given == null) {
                return null;
            }
            Object result = copy(given);
            Object matches = evaluate(expr.pattern, result, environment);
            for (Object match : listOf(matches)) {
                update(expr, match, environment);
            }
            return result;
        };
        return new JFunction(transform, "<(oa):o>");
    }

    private static List<?> listOf(@Nullable Object value) {
        return value == null ? List.of() : value instanceof List<?> list ? list : List.of(value);
    }

    private void update(Symbol transform, Object match, Frame environment) {
        Object update = evaluate(transform.update, match, environment);
        if (update != null && !(update instanceof Map)) {
            throw new JException("T2011", transform.update.position, update);
        }
        if (update != null && match instanceof Map object) {
            object.putAll((Map) update);
        }
        Object deletions = transform.delete == null ? null : evaluate(transform.delete, match, environment);
        if (deletions != null && !Utils.isArrayOfStrings(listOf(deletions))) {
            throw new JException("T2012", transform.delete.position, deletions);
        }
        if (match instanceof Map object) {
            listOf(deletions).forEach(object::remove);
        }
    }
}
