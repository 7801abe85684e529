package dev.medley.server.internal.declared.expression.analysis;

import dev.medley.config.internal.Similar;
import dev.medley.server.internal.declared.expression.analysis.Scope.Use;
import dev.medley.server.internal.declared.expression.function.LibraryFunctions;
import dev.medley.server.internal.declared.expression.function.Rewriting;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decides what the names in an expression are, and words the errors about them. */
public final class Names {

    private static final String EVAL = "eval";

    private final Variables variables;

    Names(Variables variables) {
        this.variables = variables;
    }

    /** Sorts the variables that the expression does not bind itself into those of the caller and the library's functions. */
    Analysis analysis(List<Use> free, boolean light, boolean parents, Rewriting rewriting) {
        Map<String, Paths> used = new LinkedHashMap<>();
        List<Reference> references = new ArrayList<>();
        Set<String> functions = new LinkedHashSet<>();
        boolean cheap = light;
        free.sort(Comparator.comparingInt(use -> use.token.begin()));
        for (Use use : free) {
            String name = use.token.value();
            if (variables.known().contains(name)) {
                if (use.called) {
                    throw error(use.token, "'$%s' is not a function".formatted(name));
                }
                // From a member, the parent operator leads back to the whole.
                boolean whole = parents || use.steps.isEmpty();
                Paths paths = whole
                        ? Paths.WHOLE
                        : new Paths(false, Set.of(use.steps.get(0).name()));
                used.merge(name, paths, Paths::and);
                references.add(new Reference(name, use.steps));
            } else if (LibraryFunctions.NAMES.contains(name)) {
                if (name.equals(EVAL)) {
                    throw error(use.token, "$eval is not available: data must not become code");
                }
                functions.add(name);
                cheap &= !LibraryFunctions.COSTLY.contains(name);
            } else {
                throw use.called ? unknownFunction(use.token) : unknownVariable(use.token);
            }
        }
        return new Analysis(used, references, functions, cheap, rewriting);
    }

    /** Returns whether the caller has a variable of that name, which hides a function. */
    boolean isVariable(String name) {
        return variables.known().contains(name);
    }

    /** Refuses to bind a variable that has a meaning of its own. */
    void checkBound(Token token) {
        String name = token.value();
        if (name.isEmpty() || name.equals("$") || name.startsWith(Rewriting.INTERNAL)) {
            throw error(token, "'$%s' cannot be bound; expected another name".formatted(name));
        }
        if (variables.reserved().contains(name)) {
            throw error(token, "'$%s' is already a variable of the mashup; expected another name".formatted(name));
        }
    }

    ExpressionException nameCalled(Token token) {
        String name = token.value();
        return error(
                token,
                "'%s' is not a function%s"
                        .formatted(name, function(name).map(Names::didYouMean).orElse("; functions begin with $")));
    }

    ExpressionException nameOfMember(Token token) {
        return error(
                token,
                "'%s' has no context here; did you mean the string \"%s\"?".formatted(token.value(), token.value()));
    }

    ExpressionException afterHyphen(Token token) {
        return error(
                token,
                "'%s' has no context here, and the hyphen before it is a minus; expected a name with hyphens in backquotes"
                        .formatted(token.value()));
    }

    ExpressionException withoutContext(Token token) {
        String name = token.value();
        if (token.is(Token.Kind.VARIABLE)) {
            return error(
                    token,
                    name.isEmpty()
                            ? "'$' has no context here" + expectedVariable()
                            : "'$$' is undefined, because there is no input document" + expectedVariable());
        }
        if (token.is(Token.Kind.OPERATOR)) {
            return error(token, "'%s' has no context here".formatted(name) + expectedVariable());
        }
        return error(
                token,
                "'%s' has no context here".formatted(name)
                        + Similar.nearest(name, variables.known())
                                .map(Names::didYouMean)
                                .orElseGet(this::expectedVariable));
    }

    private ExpressionException unknownVariable(Token token) {
        return error(
                token,
                "'$%s' is unknown".formatted(token.value())
                        + Similar.nearest(token.value(), variables.known())
                                .or(() -> function(token.value()))
                                .map(Names::didYouMean)
                                .orElseGet(this::expectedVariable));
    }

    private static ExpressionException unknownFunction(Token token) {
        return error(
                token,
                "'$%s' is not a function".formatted(token.value())
                        + function(token.value()).map(Names::didYouMean).orElse(" of JSONata"));
    }

    private static Optional<String> function(String name) {
        return Similar.nearest(name, LibraryFunctions.NAMES);
    }

    private static String didYouMean(String name) {
        return "; did you mean $%s?".formatted(name);
    }

    private String expectedVariable() {
        return variables.known().isEmpty()
                ? "; there are no variables here"
                : "; expected " + Wording.variables(variables.known());
    }

    private static ExpressionException error(Token token, String message) {
        return new ExpressionException(token.begin(), message);
    }
}
