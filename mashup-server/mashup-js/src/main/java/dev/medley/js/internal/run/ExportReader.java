package dev.medley.js.internal.run;

import java.util.Arrays;
import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the exports of a script, in a context of its own without a request. */
public final class ExportReader {

    private static final Logger LOG = LoggerFactory.getLogger("dev.medley.script");

    private static final int FUNCTIONS = 12;
    private static final int LOG_FUNCTION = 4;

    private ExportReader() {}

    /** Reads exports. */
    public interface Reading<T> {

        /** Returns what is read; null with a problem. */
        @Nullable
        T read(Value module, List<String> problems);
    }

    /**
     * Runs the code of a script outside of its functions, and reads its exports. Blocks as long as that runs.
     *
     * @param problems gets what is wrong, with the place
     * @return what {@code reading} returns; null with a problem
     */
    public static <T> @Nullable T read(
            RunnableScript script, RunBounds bounds, List<String> problems, Reading<T> reading) {
        try (Context context = script.newContext(bounds, new Warnings(LOG, script.file()))) {
            context.eval(ScriptContexts.preludeSource()).executeVoid(functions(script.file()));
            return reading.read(context.eval(script.source()), problems);
        } catch (PolyglotException x) {
            problems.add(String.valueOf(
                    ScriptErrors.isStatementLimit(x)
                            ? ScriptErrors.of(bounds.statementsPassed(), x, script.file())
                                    .getMessage()
                            : ScriptErrors.of(x, script.file()).getMessage()));
            return null;
        }
    }

    /** All but the log refuse. */
    private static Object[] functions(String file) {
        Object[] functions = new Object[FUNCTIONS];
        ProxyExecutable refusal = arguments -> "there is no request yet; expected this in a function";
        Arrays.fill(functions, refusal);
        functions[LOG_FUNCTION] = (ProxyExecutable) arguments -> {
            LOG.info("{}: {}", file, LogLine.of(arguments[1].asString()));
            return 0;
        };
        return functions;
    }
}
