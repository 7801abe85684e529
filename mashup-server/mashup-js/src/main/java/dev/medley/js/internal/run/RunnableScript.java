package dev.medley.js.internal.run;

import java.io.OutputStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;

/** A script that can be run. Immutable. */
public interface RunnableScript {

    /** Returns the name of the file, for messages. */
    String file();

    /** Returns the source of the module. */
    Source source();

    /**
     * Returns a new context for one run.
     *
     * @param warnings takes what the engine warns of
     */
    Context newContext(RunBounds bounds, OutputStream warnings);
}
