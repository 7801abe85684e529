package dev.medley.js.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.js.internal.module.ScriptLoading;
import dev.medley.server.internal.script.OpenScripts;
import dev.medley.server.internal.script.ScriptEngine;
import dev.medley.server.internal.script.ScriptFiles;
import java.util.List;

/** The engine of scripts, by GraalJS. Thread-safe. */
public final class JavaScriptEngine implements ScriptEngine {

    private static final SharedContexts CONTEXTS = new SharedContexts();

    /** For the service loader. */
    public JavaScriptEngine() {}

    /**
     * {@inheritDoc}
     *
     * @throws ConfigurationException as it says
     */
    @Override
    public OpenScripts open(List<ScriptFiles> folders, Configuration configuration) {
        return ScriptLoading.open(folders, configuration, CONTEXTS.take(), CONTEXTS::giveBack);
    }
}
