package dev.medley.js.internal;

import java.lang.reflect.Field;
import org.graalvm.polyglot.Engine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps engines from leaving anything with the JVM, which outlives a web application. */
final class EngineInJvm {

    private static final Logger LOG = LoggerFactory.getLogger(EngineInJvm.class);

    /** Has an engine said that the JVM has its native library already, of the class loader of an application that was replaced. */
    private static final String ATTACH_FAILURE = "polyglotimpl.AttachLibraryFailureAction";

    private EngineInJvm() {}

    /**
     * Prepares the JVM for engines. The first one would add a shutdown hook, which closes those that are open then: servers close theirs,
     * and the JVM keeps a hook, with all classes of its application, until it ends. There is no option against it.
     */
    static void prepare() {
        if (System.getProperty(ATTACH_FAILURE) == null) {
            System.setProperty(ATTACH_FAILURE, "ignore");
        }
        try {
            Field added = Engine.class.getDeclaredField("shutdownHookInitialized");
            added.setAccessible(true);
            added.setBoolean(null, true);
        } catch (ReflectiveOperationException | RuntimeException x) {
            LOG.debug("engines have a shutdown hook", x);
        }
    }
}
