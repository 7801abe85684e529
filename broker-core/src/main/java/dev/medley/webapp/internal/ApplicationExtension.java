package dev.medley.webapp.internal;

import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.DeclarationFormat;
import dev.medley.servlet.internal.MashupRuntime;
import jakarta.servlet.ServletContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An addition to the mashups of a web application, such as pages that describe them. Found by
 * {@link java.util.ServiceLoader} in the application.
 */
public interface ApplicationExtension {

    /**
     * Joins an application that is about to start.
     *
     * @param context to which servlets and listeners can still be added; a listener is called after the mashups' broker
     *     has started, and before it stops
     * @param runtime that of the application's mashups; its broker has not started yet
     * @param configuration of the application
     * @throws IllegalStateException if it cannot, which keeps the application from starting, saying why
     */
    void join(ServletContext context, MashupRuntime runtime, Configuration configuration);

    /** Returns the format in which the configuration declares the mashups that it serves; null if it serves none of them. */
    default @Nullable DeclarationFormat declarationFormat() {
        return null;
    }

    /**
     * Returns the paths of the mashups that it serves and the configuration does not declare, or their templates. The configuration may
     * have options for them. Called after {@link #join}.
     */
    default List<String> undeclaredPaths() {
        return List.of();
    }

    /** Returns whether it serves the topics of the configuration. */
    default boolean servesTopics() {
        return false;
    }

    /** The application has stopped: no request uses what the extension has, and the broker is closed. */
    default void stopped() {}

    /**
     * The application does not start: the extension ends its own tasks, as no listener is called. May be called without
     * {@link #join} before.
     */
    default void notStarted() {}
}
