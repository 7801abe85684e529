package dev.medley.server.internal.script;

import dev.medley.config.internal.Configuration;
import java.util.List;

/** Runs scripts. The service loader finds it: the module {@code mashup-js} has one. Thread-safe. */
public interface ScriptEngine {

    /**
     * Opens scripts: reads the exports of each, which runs its code outside of its functions. Blocks as long as that does; to be called
     * by no thread of the pool.
     *
     * @param folders in which they are; a script imports from its own
     * @param configuration with the partners and the bounds
     * @return the scripts, to be closed after their last request
     * @throws dev.medley.config.ConfigurationException with all problems, each with file, and line and column where it has them
     */
    OpenScripts open(List<ScriptFiles> folders, Configuration configuration);
}
