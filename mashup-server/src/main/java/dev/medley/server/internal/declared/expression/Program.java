package dev.medley.server.internal.declared.expression;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.Frame;
import com.dashjoin.jsonata.OpenEvaluator;
import dev.medley.server.internal.declared.expression.analysis.Analysis;
import dev.medley.server.internal.declared.expression.analysis.Positions;
import dev.medley.server.internal.declared.expression.function.LibraryFunctions;
import dev.medley.server.internal.declared.expression.function.Rewriting;
import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.value.Evaluation;
import dev.medley.server.internal.declared.expression.value.ExactArithmetic;
import dev.medley.server.internal.declared.expression.value.ExactEvaluator;
import dev.medley.server.internal.declared.expression.value.Inputs;
import dev.medley.server.internal.declared.expression.value.Numbers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression as the library has parsed it, with our functions in place of some of its own. */
final class Program {

    private static final ThreadLocal<@Nullable ExactEvaluator> EVALUATORS = new ThreadLocal<>();

    private final Jsonata parsed;
    private final List<String> variables;
    private final Positions positions;
    private final Bounds bounds;

    private Program(Jsonata parsed, List<String> variables, Positions positions, Bounds bounds) {
        this.parsed = parsed;
        this.variables = variables;
        this.positions = positions;
        this.bounds = bounds;
    }

    /**
     * Parses the expression.
     *
     * @throws ExpressionException if it is not valid
     */
    static Parsed parse(String text, List<Token> tokens) {
        Positions positions = new Positions(tokens, new Rewriting().apply(text));
        return new Parsed(parse(positions), text, positions);
    }

    private static Jsonata parse(Positions positions) {
        try {
            // The library reads on after a comment, so that nothing may end with one.
            Jsonata parsed = Jsonata.jsonata(positions.rewritten().text() + " ");
            OpenEvaluator.exactLiterals(parsed, (end, number) -> literal(positions, end, number));
            // It evaluates in the instance that the thread has made last, and changes that one meanwhile; other threads
            // would see the variables.
            Jsonata.jsonata("0");
            return parsed;
        } catch (JException x) {
            throw SyntaxErrors.of(x, positions);
        } catch (StackOverflowError x) {
            throw new ExpressionException(ExpressionException.UNKNOWN, "the expression is nested too deeply");
        } catch (RuntimeException x) {
            throw new ExpressionException(ExpressionException.UNKNOWN, "the expression is not valid JSONata", x);
        }
    }

    /** Returns the number as it was written; the library has made a sign before it part of it. */
    private static Number literal(Positions positions, int end, Number parsed) {
        Token token = positions.tokenBefore(end);
        if (token == null || !token.is(Token.Kind.NUMBER)) {
            return parsed;
        }
        Number exact = Numbers.parse(token.value());
        return parsed.doubleValue() < 0 ? ExactArithmetic.negated(exact) : exact;
    }

    /** An expression without faults of its syntax. */
    record Parsed(Jsonata jsonata, String text, Positions positions) {

        Program program(Analysis analysis, Bounds bounds) {
            Positions rewritten = positions;
            Jsonata program = jsonata;
            if (!analysis.rewriting().isEmpty()) {
                rewritten =
                        new Positions(positions.tokens(), analysis.rewriting().apply(text));
                program = parse(rewritten);
                LibraryFunctions.registerInternal(program);
            }
            if (positions.tokens().stream().anyMatch(token -> token.is("~>"))) {
                Composition.prepare();
            }
            LibraryFunctions.register(program, analysis.functions());
            return new Program(program, List.copyOf(analysis.variables().keySet()), rewritten, bounds);
        }
    }

    /**
     * What the library composes functions with. It makes it when it first needs it, and publishes it to other threads without
     * care; here it is made before any of them evaluates.
     */
    private static final class Composition {

        static {
            Object composed = Jsonata.jsonata("($trim ~> $trim)(\"\")").evaluate(null);
            if (!"".equals(composed)) {
                throw new IllegalStateException("the library does not compose functions");
            }
        }

        private Composition() {}

        static void prepare() {
            // The work is done when the class is initialized.
        }
    }

    /**
     * Evaluates.
     *
     * @param values those of the variables, in their order
     */
    @Nullable
    Object run(@Nullable Object[] values) {
        Evaluation evaluation = new Evaluation(bounds);
        Frame frame = OpenEvaluator.frameOf(parsed);
        for (int i = 0; i < values.length; i++) {
            // Bound even if it is undefined, so that the library looks no further. Not by the overloads for functions.
            Object value = values[i] == Expression.UNDEFINED ? null : Inputs.view(values[i]);
            frame.bind(variables.get(i), value);
        }
        frame.setEvaluateEntryCallback(evaluation);
        frame.setEvaluateExitCallback(evaluation);
        try {
            return evaluation.call(() -> Outputs.of(evaluator().evaluateIn(parsed, frame)));
        } catch (RuntimeException | StackOverflowError x) {
            throw EvaluationErrors.of(x, evaluation, positions);
        }
    }

    private ExactEvaluator evaluator() {
        ExactEvaluator evaluator = EVALUATORS.get();
        if (evaluator == null) {
            evaluator = new ExactEvaluator(parsed);
            EVALUATORS.set(evaluator);
        }
        return evaluator;
    }
}
