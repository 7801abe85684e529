package dev.medley.server.internal.declared.expression;

import dev.medley.server.internal.declared.expression.analysis.Analysis;
import dev.medley.server.internal.declared.expression.analysis.Analyzer;
import dev.medley.server.internal.declared.expression.analysis.Choices;
import dev.medley.server.internal.declared.expression.analysis.DataFlow;
import dev.medley.server.internal.declared.expression.analysis.Paths;
import dev.medley.server.internal.declared.expression.analysis.Reference;
import dev.medley.server.internal.declared.expression.analysis.Source;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.function.LibraryFunctions;
import dev.medley.server.internal.declared.expression.function.PageFunctions;
import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.SyntaxTree;
import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Tokens;
import dev.medley.server.internal.declared.expression.value.ExactArithmetic;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression in JSONata. It can use only variables: there is no input document, and names are for members of values.
 * Immutable; may be evaluated by many threads at once.
 *
 * <p>Trees are of {@link Map}, {@link List}, {@link String}, {@link Boolean}, null, and numbers: {@link Integer}, {@link Long}
 * and {@link java.math.BigInteger} if they are whole, else {@link java.math.BigDecimal}. Values that an expression passes on
 * are those that it was given. It computes and compares whole numbers and decimals exactly, as {@link ExactArithmetic} says;
 * with numbers beyond the range of doubles it does not compute.
 *
 * <p>Not available are {@code $eval}, and {@code $$}, which would be undefined. A regular expression stands after {@code ~>} or as
 * an argument of a function that searches, and nowhere else.
 *
 * <p>The library keeps an object in each thread that compiles, or evaluates what has no shortcut; a thread that outlives the
 * application keeps its classes.
 */
public final class Expression {

    /** An absent result or variable: it is omitted, whereas null is written as {@code null}. */
    public static final Object UNDEFINED = new Object() {
        @Override
        public String toString() {
            return "undefined";
        }
    };

    private final String text;
    private final Analysis analysis;
    private final List<String> variables;
    private final @Nullable Shortcut shortcut;
    private final @Nullable Program program;

    private Expression(String text, Analysis analysis, @Nullable Shortcut shortcut, @Nullable Program program) {
        this.text = text;
        this.analysis = analysis;
        variables = List.copyOf(analysis.variables().keySet());
        this.shortcut = shortcut;
        this.program = program;
    }

    /** As {@link #compile(String, Variables, Bounds)}, within the {@linkplain Bounds#DEFAULT usual bounds}. */
    public static Expression compile(String text, Variables variables) {
        return compile(text, variables, Bounds.DEFAULT);
    }

    /**
     * Compiles an expression.
     *
     * @param variables those that it may use
     * @param bounds those of each evaluation
     * @throws ExpressionException if it is not valid JSONata, or refers to what is not there
     */
    public static Expression compile(String text, Variables variables, Bounds bounds) {
        List<Token> tokens = Tokens.of(text);
        if (tokens.isEmpty()) {
            throw new ExpressionException(0, "the expression is empty");
        }
        Shortcut shortcut = Shortcut.of(tokens);
        if (shortcut != null && shortcut.isWhole()) {
            Analysis analysis = new Analyzer(tokens, variables).analyze();
            if (analysis.functions().isEmpty()) {
                return new Expression(text, analysis, shortcut, null);
            }
        }
        Program.Parsed parsed = Program.parse(text, tokens);
        Analysis analysis = new Analyzer(tokens, variables).analyze();
        return new Expression(text, analysis, shortcut, parsed.program(analysis, bounds));
    }

    /**
     * Whether the name, without {@code $}, is that of a function of JSONata, which a variable of that name would hide. One that is named as a
     * function of pages does hide it, where that is called.
     */
    public static boolean isFunction(String name) {
        return LibraryFunctions.NAMES.contains(name) && !PageFunctions.NAMES.contains(name);
    }

    /**
     * Evaluates the expression. It does not change the values of the variables; the result may share parts with them.
     *
     * @param given gives the values of the variables; called once at most for each of {@link #variables()}
     * @return the result as a tree, or {@link #UNDEFINED}
     * @throws ExpressionException if the evaluation fails, or exceeds its bounds
     */
    public @Nullable Object evaluate(Function<String, @Nullable Object> given) {
        Object[] values = new Object[variables.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = given.apply(variables.get(i));
        }
        if (shortcut != null) {
            Object result = shortcut.evaluate(name -> {
                int index = variables.indexOf(name);
                return index < 0 ? Shortcut.NOT_TAKEN : values[index];
            });
            if (result != Shortcut.NOT_TAKEN) {
                return result;
            }
        }
        if (program == null) {
            throw new IllegalStateException("a shortcut without a program was not taken");
        }
        return program.run(values);
    }

    /** The variables that the expression refers to, without those that it binds itself; names without {@code $}. */
    public Set<String> variables() {
        return analysis.variables().keySet();
    }

    /** The parts of the variable that the expression may read. */
    public Paths paths(String variable) {
        return analysis.variables().getOrDefault(variable, Paths.NONE);
    }

    /** The places that refer to {@link #variables()}, in their order. */
    public List<Reference> references() {
        return analysis.references();
    }

    /** The reference that the expression is, if it is nothing else than a variable, or a member of one; else null. */
    public @Nullable Reference reference() {
        boolean alone = shortcut instanceof PathShortcut path && path.variable() != null;
        return alone && !analysis.references().isEmpty() ? analysis.references().get(0) : null;
    }

    /**
     * Whether an evaluation takes little time with little data, so that an event loop may run it. Expressions with functions of
     * their own, ranges, sorting and regular expressions are not light.
     */
    public boolean isLight() {
        return analysis.light();
    }

    /**
     * Whether an evaluation takes little time if nobody goes through the result: where it is {@linkplain #isLight() light}, and a
     * plain range.
     */
    public boolean isLazy() {
        return isLight() || shortcut instanceof RangeShortcut;
    }

    /** What the value comes from, without what chooses it, such as a condition or a predicate. */
    public Set<Source> sources() {
        return DataFlow.of(Tokens.of(text), variables(), false);
    }

    /** What the value comes from, and what chooses it: whether there is a value may be due to each of them. */
    public Set<Source> dependencies() {
        return DataFlow.of(Tokens.of(text), variables(), true);
    }

    /** The values among which the expression chooses. */
    public Choices choices() {
        return Choices.of(SyntaxTree.of(Tokens.of(text)));
    }

    /** What the values come from on which an evaluation has failed; {@link #sources()} if the failure does not tell its place. */
    public Set<Source> sources(ExpressionException failure) {
        return DataFlow.of(Tokens.of(text), variables(), failure.place());
    }

    /** The text that was compiled. */
    @Override
    public String toString() {
        return text;
    }
}
