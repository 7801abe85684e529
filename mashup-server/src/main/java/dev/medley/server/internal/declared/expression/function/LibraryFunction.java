package dev.medley.server.internal.declared.expression.function;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata.JFunction;
import dev.medley.server.internal.declared.expression.syntax.Refusal;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import dev.medley.server.internal.declared.expression.value.Evaluation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of JSONata that we have changed, in place of the library's own. It has the same name, signature and number of
 * parameters. Its failures have its name, and the library adds the position of the call. Stateless.
 */
final class LibraryFunction extends JFunction {

    /** The code of a changed function. */
    interface Body {

        /** Returns the result; null stands for undefined. */
        @Nullable
        Object run(Call call) throws Throwable;
    }

    private final String name;
    private final Body body;

    /**
     * @param signature as the library declares it
     * @param method that of {@link Functions} which the library calls
     */
    LibraryFunction(String name, String signature, String method, Body body) {
        super(name, signature, Functions.class, null, method);
        this.name = name;
        this.body = body;
    }

    String name() {
        return name;
    }

    @Override
    @SuppressWarnings("rawtypes") // As the library declares it.
    public @Nullable Object call(@Nullable Object input, List arguments) {
        Evaluation evaluation = Evaluation.current();
        evaluation.checkTime();
        try {
            return body.run(new Call(this, evaluation, arguments));
        } catch (JException x) {
            throw x;
        } catch (Throwable x) {
            Throwable root = Wording.root(x);
            if (root instanceof OutOfMemoryError error) {
                throw error;
            }
            throw root instanceof StackOverflowError ? evaluation.tooDeep() : refusal(Wording.failure(root));
        }
    }

    /** Calls the library's own code. */
    @Nullable
    Object original(List<? extends @Nullable Object> arguments) {
        return super.call(null, arguments);
    }

    Refusal refusal(String message) {
        return new Refusal("$%s: %s".formatted(name, message));
    }
}
