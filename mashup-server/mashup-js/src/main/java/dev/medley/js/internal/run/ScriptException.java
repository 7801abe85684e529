package dev.medley.js.internal.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A defect of a script, which its client gets a 500 for. The message has file, line and column, and the stack trace has the functions of
 * the script.
 */
public final class ScriptException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ScriptException(String message, List<StackTraceElement> stack, @Nullable Throwable cause) {
        super(LogLine.of(message), cause, false, true);
        setStackTrace(stack.toArray(StackTraceElement[]::new));
    }
}
