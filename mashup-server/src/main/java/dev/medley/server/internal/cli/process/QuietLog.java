package dev.medley.server.internal.cli.process;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Keeps lines about the start and the stop of a server, which a command of a few lines has within, out of its output. */
public final class QuietLog implements AutoCloseable {

    /** What scripts print by {@code console.log}, for their authors. */
    private final Logger scripts = (Logger) LoggerFactory.getLogger("dev.medley.script");

    private final @Nullable Level scriptsBefore = scripts.getLevel();
    private final Logger medley = (Logger) LoggerFactory.getLogger("dev.medley");
    private final @Nullable Level before = medley.getLevel();
    /** Warns of a server that is stopped as soon as it has been started, which a wrong argument causes. */
    private final Logger jetty = (Logger) LoggerFactory.getLogger("org.eclipse.jetty.io");

    private final @Nullable Level jettyBefore = jetty.getLevel();

    /** Quietens the loggers of the JVM until {@link #close()}, unless the environment sets {@code MEDLEY_LOG_LEVEL}. */
    public QuietLog() {
        // MEDLEY_LOG_LEVEL asks for them.
        if (System.getenv("MEDLEY_LOG_LEVEL") == null) {
            scripts.setLevel(scripts.getEffectiveLevel());
            medley.setLevel(Level.WARN);
            jetty.setLevel(Level.ERROR);
        }
    }

    @Override
    public void close() {
        medley.setLevel(before);
        scripts.setLevel(scriptsBefore);
        jetty.setLevel(jettyBefore);
    }
}
