package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.expression.RequestExpression;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.analysis.Paths;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An expression in JSONata on an inbound request, whose only variable is {@code $request}. */
final class RequestFormula implements RequestExpression {

    private static final Logger LOG = LoggerFactory.getLogger(RequestFormula.class);
    private static final String REQUEST = "request";

    private final LocatedText source;
    private final Expression expression;
    /** Those that the expression may ask for. */
    private final Collection<String> members;
    /** Clients may cause failures, so only the first is logged. */
    private final AtomicBoolean logged = new AtomicBoolean();

    private RequestFormula(LocatedText source, Expression expression) {
        this.source = source;
        this.expression = expression;
        Paths paths = expression.paths(REQUEST);
        members = paths.whole() ? MEMBERS : paths.members();
    }

    static @Nullable RequestFormula compile(LocatedText source, ObjIntConsumer<String> problems) {
        try {
            RequestFormula formula =
                    new RequestFormula(source, Expression.compile(source.text(), Variables.of(REQUEST)));
            for (String member : formula.members) {
                if (!MEMBERS.contains(member)) {
                    problems.accept(
                            "$request has no '%s' here; expected one of %s"
                                    .formatted(member, String.join(", ", MEMBERS)),
                            0);
                }
            }
            return formula;
        } catch (ExpressionException x) {
            problems.accept(String.valueOf(x.getMessage()), Math.max(0, x.position()));
            return null;
        }
    }

    @Override
    public @Nullable Object value(Function<String, @Nullable Object> request) {
        try {
            Object value = expression.evaluate(variable -> tree(request));
            return value == Expression.UNDEFINED ? null : value;
        } catch (ExpressionException x) {
            if (logged.compareAndSet(false, true)) {
                LOG.warn(
                        "{}",
                        source.problem(
                                Math.max(0, x.position()),
                                "cannot be computed for a request: %s; further failures are not logged"
                                        .formatted(x.getMessage())));
            }
            return null;
        }
    }

    private Map<String, @Nullable Object> tree(Function<String, @Nullable Object> request) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        for (String member : members) {
            Object value = request.apply(member);
            if (value != null) {
                tree.put(member, value);
            }
        }
        return tree;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RequestFormula that && source.equals(that.source);
    }

    @Override
    public int hashCode() {
        return source.hashCode();
    }

    @Override
    public String toString() {
        return source.text();
    }
}
