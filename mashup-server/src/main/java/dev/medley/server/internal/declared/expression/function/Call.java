package dev.medley.server.internal.declared.expression.function;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.JException;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Refusal;
import dev.medley.server.internal.declared.expression.value.Evaluation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of a changed function: its arguments, each of them null if it is undefined, and the evaluation. */
final class Call {

    private final LibraryFunction function;
    private final Evaluation evaluation;
    private final List<?> arguments;

    Call(LibraryFunction function, Evaluation evaluation, List<?> arguments) {
        this.function = function;
        this.evaluation = evaluation;
        this.arguments = arguments;
    }

    /** The same call with other arguments. */
    Call(Call call, List<?> arguments) {
        this(call.function, call.evaluation, arguments);
    }

    Evaluation evaluation() {
        return evaluation;
    }

    @Nullable
    Object argument(int index) {
        return index < arguments.size() ? arguments.get(index) : null;
    }

    @Nullable
    String text(int index) {
        return (String) argument(index);
    }

    @Nullable
    Number number(int index) {
        return (Number) argument(index);
    }

    /** A number as an int, within the range of ints. */
    int integer(int index, int otherwise) {
        Number number = number(index);
        return number == null ? otherwise : (int) number.doubleValue();
    }

    @SuppressWarnings("unchecked") // The library checks the signature; a list has values of any type.
    @Nullable
    List<@Nullable Object> list(int index) {
        return (List<@Nullable Object>) argument(index);
    }

    /** The result of the library's own function. */
    @Nullable
    Object original() {
        try {
            return function.original(arguments);
        } catch (JException x) {
            // Some locations are made up; without one, the library adds that of the call.
            throw x instanceof Refusal
                    ? x
                    : new JException(x.getError(), ExpressionException.UNKNOWN, x.getCurrent(), x.getExpected());
        }
    }

    /** As {@link #original()}, which calls functions of the expression. */
    @Nullable
    Object originalCallingOthers() throws Exception {
        return evaluation.nested(() -> function.original(arguments));
    }

    /** Calls a function of the expression that is the argument at {@code index}. */
    @Nullable
    Object callArgument(int index, List<? extends @Nullable Object> its) throws Exception {
        return evaluation.nested(() -> {
            try {
                return Functions.funcApply(argument(index), its);
            } catch (Exception | Error x) {
                throw x;
            } catch (Throwable x) {
                throw new IllegalStateException(x);
            }
        });
    }

    Refusal refusal(String message) {
        return function.refusal(message);
    }
}
