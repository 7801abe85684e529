package dev.medley.server.internal.declared.value;

import dev.medley.server.internal.declared.expression.Expression;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of the expressions of one request, as they were when that was prepared: it may be sent when its mashup is over, and
 * nothing of that may be read any more. Expressions that refer to {@code $keys} are not recorded, as the keys are not known then.
 *
 * <p>Filled by one thread, which then closes it; not changed after that.
 */
public final class Recorded {

    private static final Object ABSENT = new Object();

    private final IdentityHashMap<Expression, @Nullable Object> values = new IdentityHashMap<>();
    private boolean closed;

    /** Creates a record without values. */
    public Recorded() {}

    /** From now on, no other expression has a value. */
    public void close() {
        closed = true;
    }

    /** Returns the values of those of {@code expressions} that are recorded, and what stands for the others: equal lists are equal requests. */
    public List<@Nullable Object> of(List<Expression> expressions) {
        List<@Nullable Object> all = new ArrayList<>(expressions.size());
        for (Expression each : expressions) {
            all.add(values.getOrDefault(each, ABSENT));
        }
        return all;
    }

    /** Returns the value of an expression in {@code scope}. */
    @Nullable
    Object valueOf(Expression expression, Scope scope) {
        if (expression.variables().contains(Names.KEYS)) {
            return expression.evaluate(scope);
        }
        if (closed) {
            Object known = values.getOrDefault(expression, ABSENT);
            if (known == ABSENT) {
                throw new IllegalStateException("an expression was not evaluated when its request was prepared");
            }
            return known;
        }
        Object value = expression.evaluate(scope);
        values.put(expression, value);
        return value;
    }
}
