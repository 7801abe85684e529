package dev.medley.server.internal.declared.expression.analysis;

import dev.medley.server.internal.declared.expression.syntax.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bracket that is open while an expression is analyzed, or the expression itself, and how far it has been read. */
final class Bracket {

    /** What a bracket is there for. */
    enum Kind {
        EXPRESSION,
        BLOCK,
        ARGUMENTS,
        PARAMETERS,
        FUNCTION_BODY,
        LIST,
        PREDICATE,
        OBJECT,
        GROUPS,
        SORT,
        TRANSFORM
    }

    /** The end of the operand that was read last, as far as it matters for a call. */
    enum Operand {
        NONE,
        VARIABLE,
        /** The word {@code function}, or {@code λ}. */
        FUNCTION_WORD,
        FUNCTION_PARAMETERS,
        /** A function that is written out, or a transform. */
        FUNCTION,
        CALL,
        /** Of a kind that is never a function. */
        DATA,
        OTHER
    }

    final Kind kind;
    final @Nullable Bracket outer;
    /** Of arguments: the name of the library's function that gets them, or null. */
    final @Nullable String callee;

    private final boolean context;
    private final Set<String> focus = new HashSet<>();
    private final List<String> beginning = new ArrayList<>();

    boolean operandExpected = true;
    /** True for the operand after a point: a step, which is evaluated for each value of the step before. */
    boolean step;
    /** True in place of the name of a member. */
    boolean atName;
    /** Of an object: the names of members that have been read. */
    final Set<String> memberNames = new HashSet<>();
    /** Of a transform: the bars that have been read after the first. */
    int bars;
    /** Of arguments: the offsets of those that are left open. */
    final List<Integer> questionMarks = new ArrayList<>();

    Operand operand = Operand.NONE;
    int operandBegin;

    /** True from {@code ~>} to the end of the function on its right side. */
    boolean applied;
    /** The offset of that function; -1 before it. */
    int appliedBegin;
    /** True if that function is a step of a path. */
    boolean appliedPath;

    Bracket(Kind kind, @Nullable Bracket outer, boolean context, @Nullable String callee) {
        this.kind = kind;
        this.outer = outer;
        this.context = context;
        this.callee = callee;
        atName = isObject();
    }

    /** Whether the next operand is evaluated for a value that it can take members of. */
    boolean hasContext() {
        return context || step;
    }

    private boolean isObject() {
        return kind == Kind.OBJECT || kind == Kind.GROUPS;
    }

    void operand(Token token, Operand type) {
        operandExpected = false;
        operand = type;
        operandBegin = token.begin();
        if (appliedBegin < 0) {
            appliedBegin = operandBegin;
        }
    }

    void operandContinues(Operand type) {
        operandExpected = false;
        operand = type;
    }

    void point() {
        operandExpected = true;
        step = true;
        appliedPath = true;
    }

    void apply() {
        infix();
        applied = true;
        appliedBegin = -1;
        appliedPath = false;
    }

    /** Another operator, which ends the path before it. */
    void infix() {
        operandExpected = true;
        step = false;
        operand = Operand.NONE;
        applied = false;
        focus.clear();
    }

    void separator(boolean nameFollows, Scope scope) {
        infix();
        atName = nameFollows && isObject();
        bindWhatBegan(scope);
    }

    void begin(String variable) {
        beginning.add(variable);
    }

    void bindWhatBegan(Scope scope) {
        beginning.forEach(scope::bind);
        beginning.clear();
    }

    void focus(String variable) {
        focus.add(variable);
    }

    /** Whether {@code @$name} or {@code #$name} has bound the variable in a path that has not ended. */
    boolean isFocus(String name) {
        for (Bracket bracket = this; bracket != null; bracket = bracket.outer) {
            if (bracket.focus.contains(name)) {
                return true;
            }
        }
        return false;
    }
}
