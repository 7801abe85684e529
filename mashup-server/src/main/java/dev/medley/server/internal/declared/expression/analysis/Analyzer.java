package dev.medley.server.internal.declared.expression.analysis;

import dev.medley.server.internal.declared.expression.analysis.Bracket.Operand;
import dev.medley.server.internal.declared.expression.analysis.Scope.Use;
import dev.medley.server.internal.declared.expression.function.PageFunctions;
import dev.medley.server.internal.declared.expression.function.Rewriting;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Token.Kind;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks a valid expression for what JSONata would take as undefined without a word: names without a context, and variables and
 * functions that do not exist. A stack of brackets decides it, since the library hides its syntax tree. Used once.
 */
public final class Analyzer {

    /** Operators that bind more tightly than {@code ~>}. */
    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%", "&");

    /** The functions that look for a regular expression within the time of the evaluation. */
    private static final Set<String> SEARCHES = Set.of("contains", "match", "replace", "split");

    private final List<Token> tokens;
    private final Names names;
    private final Rewriting rewriting = new Rewriting();

    private Bracket bracket = new Bracket(Bracket.Kind.EXPRESSION, null, false, null);
    private Scope scope = new Scope(null, false);
    private int at;
    private boolean light = true;
    private boolean parents;

    /** Creates an analyzer of a whole expression that may use {@code variables} of its caller. */
    public Analyzer(List<Token> tokens, Variables variables) {
        this.tokens = tokens;
        names = new Names(variables);
    }

    /** Returns what the expression uses; throws an {@link ExpressionException} for the first fault in its text. */
    public Analysis analyze() {
        for (at = 0; at < tokens.size(); at++) {
            Token token = tokens.get(at);
            switch (token.kind()) {
                case NAME -> name(token);
                case VARIABLE -> variable(token);
                case STRING -> string(token);
                case NUMBER, CONSTANT -> bracket.operand(token, Operand.DATA);
                case REGEX -> regex(token);
                case OPERATOR -> operator(token);
            }
        }
        endApplied();
        bracket.bindWhatBegan(scope);
        List<Use> free = endScope();
        checkSelectors(free);
        return names.analysis(free, light, parents, rewriting);
    }

    private void checkSelectors(List<Use> free) {
        Selectors selectors = new Selectors(tokens);
        for (Use use : free) {
            if (use.token.value().equals(PageFunctions.SELECT) && !names.isVariable(PageFunctions.SELECT)) {
                selectors.check(use.token);
            }
        }
    }

    private boolean nextIs(String operator) {
        return isAt(at + 1, operator);
    }

    private boolean isAt(int index, String operator) {
        return index >= 0 && index < tokens.size() && tokens.get(index).is(operator);
    }

    private void name(Token token) {
        boolean functionWord = token.value().equals("function") || token.value().equals("λ");
        if (nextIs("(")) {
            if (!functionWord) {
                throw names.nameCalled(token);
            }
            light = false;
            bracket.operand(token, Operand.FUNCTION_WORD);
            return;
        }
        if (!bracket.hasContext()) {
            if (followsHyphen(token)) {
                throw names.afterHyphen(token);
            }
            throw bracket.atName && nextIs(":") ? names.nameOfMember(token) : names.withoutContext(token);
        }
        bracket.operand(token, Operand.OTHER);
    }

    /** Whether the token is the end of what looks like a name with hyphens, such as that of a header field. */
    private boolean followsHyphen(Token token) {
        return isAt(at - 1, "-")
                && tokens.get(at - 1).end() == token.begin()
                && at > 2
                && tokens.get(at - 2).is(Kind.NAME)
                && tokens.get(at - 2).end() == tokens.get(at - 1).begin()
                && isAt(at - 3, ".");
    }

    /** An object in which two members have one name could not be made for any request. */
    private void string(Token token) {
        if (bracket.atName && nextIs(":") && !bracket.memberNames.add(token.value())) {
            throw new ExpressionException(
                    token.begin(),
                    "two members are both %s; expected another name".formatted(Wording.quoted(token.value())));
        }
        bracket.operand(token, Operand.DATA);
    }

    private void variable(Token token) {
        String name = token.value();
        if (bracket.kind == Bracket.Kind.PARAMETERS) {
            names.checkBound(token);
            scope.bind(name);
            bracket.operand(token, Operand.OTHER);
        } else if (isAt(at - 1, "@") || isAt(at - 1, "#")) {
            names.checkBound(token);
            bracket.focus(name);
            bracket.operandContinues(Operand.OTHER);
        } else if (nextIs(":=")) {
            names.checkBound(token);
            scope.begin(name);
            bracket.begin(name);
            bracket.operand(token, Operand.OTHER);
        } else if (name.isEmpty() || name.equals("$")) {
            if (!name.isEmpty() || !bracket.hasContext()) {
                throw names.withoutContext(token);
            }
            bracket.operand(token, Operand.OTHER);
        } else {
            use(token);
        }
    }

    private void use(Token token) {
        boolean called = nextIs("(") || (bracket.applied && !nextIs("."));
        boolean bound = bracket.isFocus(token.value()) || scope.sees(token.value());
        bracket.operand(token, bound ? Operand.OTHER : Operand.VARIABLE);
        if (!bound) {
            scope.keep(new Use(token, called, steps()));
        }
    }

    /** The members that are taken of the variable here; none if its value is used in any other way. */
    private List<Reference.Step> steps() {
        List<Reference.Step> steps = new ArrayList<>();
        for (int point = at + 1; isAt(point, ".") && isStep(point + 1); point += 2) {
            Token step = tokens.get(point + 1);
            steps.add(new Reference.Step(step.value(), step.begin()));
        }
        return steps;
    }

    private boolean isStep(int index) {
        return index < tokens.size()
                && (tokens.get(index).is(Kind.NAME) || tokens.get(index).is(Kind.STRING))
                && !isAt(index + 1, "(");
    }

    /** As a value, a regular expression could be called, and would be without a bound of its time. */
    private void regex(Token token) {
        light = false;
        if (isAt(at - 1, "~>")) {
            rewriting.find(token.begin(), token.end());
            bracket.operand(token, Operand.FUNCTION);
            return;
        }
        boolean argument = bracket.kind == Bracket.Kind.ARGUMENTS
                && bracket.callee != null
                && SEARCHES.contains(bracket.callee)
                && (isAt(at - 1, ",") || isAt(at - 1, "("))
                && (nextIs(",") || nextIs(")"));
        if (!argument) {
            throw new ExpressionException(
                    token.begin(),
                    "a regular expression stands alone; expected it after ~> or as an argument of $contains, $match, $replace or $split");
        }
        bracket.operand(token, Operand.DATA);
    }

    private void operator(Token token) {
        switch (token.value()) {
            case "(" -> parenthesis(token);
            case "[" -> openedBy(token, Bracket.Kind.LIST, Bracket.Kind.PREDICATE);
            case "{" -> {
                if (bracket.operand == Operand.FUNCTION_PARAMETERS) {
                    open(Bracket.Kind.FUNCTION_BODY, bracket.hasContext(), null);
                } else {
                    openedBy(token, Bracket.Kind.OBJECT, Bracket.Kind.GROUPS);
                }
            }
            case ")", "]", "}" -> close();
            case "|" -> bar(token);
            case "." -> bracket.point();
            case "^", "@", "#" -> light = false;
            case "*", "**", "%", "?" -> operandOrOperator(token);
            case "," -> separator(true);
            case ";", ":" -> separator(false);
            case "~>" -> {
                endApplied();
                bracket.apply();
            }
            case "<" -> {
                if (bracket.operand == Operand.FUNCTION_PARAMETERS) {
                    skipSignature();
                } else {
                    infix(token);
                }
            }
            case ".." -> {
                light = false;
                infix(token);
            }
            default -> infix(token);
        }
    }

    /** A sign, or the order of a sort, stands in place of an operand and belongs to the one that follows. */
    private void infix(Token token) {
        if (bracket.applied && ARITHMETIC.contains(token.value())) {
            throw new ExpressionException(
                    token.begin(),
                    "'%s' is on the right side of ~>; expected a function there".formatted(token.value()));
        }
        if (!bracket.operandExpected) {
            endApplied();
            bracket.infix();
        }
    }

    private void separator(boolean nameFollows) {
        endApplied();
        bracket.separator(nameFollows, scope);
    }

    /** A value on the right side of {@code ~>} is called as well, unless it is the call itself. */
    private void endApplied() {
        if (!bracket.applied) {
            return;
        }
        bracket.applied = false;
        boolean data = bracket.operand == Operand.DATA;
        if (data) {
            throw new ExpressionException(bracket.appliedBegin, "the right side of ~> is not a function");
        }
        if (bracket.appliedPath || bracket.operand == Operand.OTHER) {
            rewriting.guard(bracket.appliedBegin, tokens.get(at - 1).end());
        }
    }

    private void operandOrOperator(Token token) {
        if (token.is("**")) {
            light = false;
        }
        if (!bracket.operandExpected) {
            infix(token);
            return;
        }
        if (token.is("?")) {
            light = false;
            bracket.questionMarks.add(token.begin());
        } else if (!bracket.hasContext()) {
            throw names.withoutContext(token);
        }
        parents |= token.is("%");
        bracket.operand(token, Operand.OTHER);
    }

    private void skipSignature() {
        while (!nextIs("{")) {
            at++;
        }
    }

    private void parenthesis(Token token) {
        if (isAt(at - 1, "^")) {
            open(Bracket.Kind.SORT, true, null);
        } else if (bracket.operandExpected) {
            boolean context = bracket.hasContext();
            bracket.operand(token, Operand.OTHER);
            open(Bracket.Kind.BLOCK, context, null);
            scope = new Scope(scope, false);
        } else if (bracket.operand == Operand.FUNCTION_WORD) {
            open(Bracket.Kind.PARAMETERS, false, null);
            scope = new Scope(scope, true);
        } else {
            arguments();
        }
    }

    private void arguments() {
        Token before = tokens.get(at - 1);
        if (bracket.operand == Operand.DATA) {
            throw new ExpressionException(
                    bracket.operandBegin, "what is called here is not a function; expected an operator before (");
        }
        if (bracket.operand == Operand.OTHER || bracket.operand == Operand.CALL) {
            rewriting.guard(bracket.operandBegin, before.end());
        }
        String callee = bracket.operand == Operand.VARIABLE ? before.value() : null;
        open(Bracket.Kind.ARGUMENTS, bracket.hasContext(), callee);
    }

    private void openedBy(Token token, Bracket.Kind asOperand, Bracket.Kind afterOperand) {
        boolean context = bracket.hasContext();
        if (bracket.operandExpected) {
            bracket.operand(token, Operand.DATA);
            open(asOperand, context, null);
        } else {
            open(afterOperand, true, null);
        }
    }

    private void bar(Token token) {
        if (bracket.operandExpected) {
            light = false;
            bracket.operand(token, Operand.OTHER);
            open(Bracket.Kind.TRANSFORM, true, null);
            return;
        }
        bracket.bars++;
        if (bracket.bars < 2) {
            separator(false);
        } else {
            close();
        }
    }

    private void open(Bracket.Kind kind, boolean context, @Nullable String callee) {
        bracket = new Bracket(kind, bracket, context, callee);
    }

    private void close() {
        endApplied();
        Bracket closed = bracket;
        closed.bindWhatBegan(scope);
        if (closed.outer == null) {
            throw new IllegalStateException("more brackets are closed than opened");
        }
        bracket = closed.outer;
        switch (closed.kind) {
            case PARAMETERS -> bracket.operandContinues(Operand.FUNCTION_PARAMETERS);
            case LIST, OBJECT, GROUPS -> bracket.operandContinues(Operand.DATA);
            case ARGUMENTS -> endArguments(closed);
            case TRANSFORM -> bracket.operandContinues(Operand.FUNCTION);
            case PREDICATE -> bracket.operandContinues(bracket.operand == Operand.CALL ? Operand.CALL : Operand.OTHER);
            case BLOCK -> {
                endScope();
                bracket.operandContinues(Operand.OTHER);
            }
            case FUNCTION_BODY -> {
                endScope();
                bracket.operandContinues(Operand.FUNCTION);
            }
            default -> bracket.operandContinues(Operand.OTHER);
        }
    }

    private void endArguments(Bracket closed) {
        boolean open = !closed.questionMarks.isEmpty();
        if (open) {
            rewriting.open(bracket.operandBegin, tokens.get(at).end(), closed.questionMarks);
        }
        bracket.operandContinues(open ? Operand.FUNCTION : Operand.CALL);
    }

    private List<Use> endScope() {
        List<Use> late = new ArrayList<>();
        List<Use> free = scope.close(late);
        for (Use use : late) {
            if (use.called) {
                rewriting.guard(use.token.begin(), use.token.end());
            }
        }
        scope = scope.outer();
        return free;
    }
}
