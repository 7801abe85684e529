package dev.medley.server.internal.script;

import dev.medley.config.internal.Configuration;
import java.util.List;

/** The source of the engine that runs scripts. It is asked once there is a script: a server without scripts loads nothing of an engine. */
@FunctionalInterface
public interface EngineSource {

    /** Returns the source of a program: its class path. */
    static EngineSource ofClassPath() {
        return script -> Engines.ofClassPath()
                .orElseThrow(() -> Engines.missing(
                        script, "the module mashup-js, in the version of mashup-server, on the class path"));
    }

    /**
     * Returns the engine.
     *
     * @param script that needs it, for messages
     * @throws dev.medley.config.ConfigurationException if there is none
     */
    ScriptEngine engine(String script);

    /**
     * Opens the scripts of several folders, by an engine if there is a script. Blocks as long as that does.
     *
     * @throws dev.medley.config.ConfigurationException with all problems of the scripts
     */
    default OpenScripts open(List<ScriptFiles> folders, Configuration configuration) {
        List<ScriptFiles> withScripts =
                folders.stream().filter(each -> !each.scripts().isEmpty()).toList();
        if (withScripts.isEmpty()) {
            return OpenScripts.NONE;
        }
        ScriptFiles first = withScripts.get(0);
        return engine(first.label(first.scripts().get(0))).open(withScripts, configuration);
    }
}
