package dev.medley.server.internal.script;

import dev.medley.config.ConfigurationException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Finds engines of scripts. */
public final class Engines {

    private static @Nullable ScriptEngine ofClassPath;

    private Engines() {}

    /** Returns the engine of the class path; all servers of a process have the same one. */
    public static synchronized Optional<ScriptEngine> ofClassPath() {
        if (ofClassPath == null) {
            ofClassPath = in(Engines.class.getClassLoader(), "the class path").orElse(null);
        }
        return Optional.ofNullable(ofClassPath);
    }

    /**
     * Returns the engine that a class loader finds.
     *
     * @param where it looks, for messages
     * @throws ConfigurationException if there is one that cannot be loaded
     */
    public static Optional<ScriptEngine> in(ClassLoader loader, String where) {
        try {
            return ServiceLoader.load(ScriptEngine.class, loader).findFirst();
        } catch (ServiceConfigurationError x) {
            Throwable cause = x.getCause();
            throw new ConfigurationException(List.of("%s: the engine of scripts cannot be loaded: %s"
                    .formatted(where, cause == null ? x.getMessage() : cause)));
        }
    }

    /** Returns the failure of a script for which there is no engine, and that expects {@code expected}. */
    public static ConfigurationException missing(String script, String expected) {
        return new ConfigurationException(
                List.of("%s: there is no engine for scripts; expected %s".formatted(script, expected)));
    }
}
