package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Values of variables, and expressions that see them. */
public final class Evaluated {

    /** A slow machine shall not fail tests of other things. */
    static final Bounds MUCH_TIME = new Bounds(Duration.ofMinutes(1), System::nanoTime, InstantSource.system());

    private final Map<String, @Nullable Object> values;
    private final Bounds bounds;

    private Evaluated(Map<String, @Nullable Object> values, Bounds bounds) {
        this.values = values;
        this.bounds = bounds;
    }

    public static Evaluated with(@Nullable Object... namesAndValues) {
        return new Evaluated(object(namesAndValues), MUCH_TIME);
    }

    Evaluated within(Bounds other) {
        return new Evaluated(values, other);
    }

    static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return object;
    }

    public Expression compiled(String expression) {
        Set<String> names = new HashSet<>(values.keySet());
        return Expression.compile(expression, new Variables(names, names), bounds);
    }

    @Nullable
    public Object value(String expression) {
        return compiled(expression).evaluate(new HashMap<>(values)::get);
    }

    /** The failure of the evaluation of an expression that can be compiled. */
    public ExpressionException failure(String expression) {
        Expression compiled = compiled(expression);
        ExpressionException failure =
                catchThrowableOfType(ExpressionException.class, () -> compiled.evaluate(values::get));
        assertThat(failure).as("failure of " + expression).isNotNull();
        return failure;
    }
}
