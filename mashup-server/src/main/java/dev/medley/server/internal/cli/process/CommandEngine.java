package dev.medley.server.internal.cli.process;

import dev.medley.config.ConfigurationException;
import dev.medley.loadtest.process.ModuleBuild;
import dev.medley.server.internal.script.EngineSource;
import dev.medley.server.internal.script.Engines;
import dev.medley.server.internal.script.ModuleFolder;
import dev.medley.server.internal.script.ScriptEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The source of the engine for the scripts of a command: the folder of the option {@code --modules}; without it the class path, or
 * the module as it is built from the sources that the command comes from. Thread-safe.
 */
public final class CommandEngine implements EngineSource {

    private final Supplier<Optional<Path>> sources;
    private @Nullable ModuleFolder built;

    /**
     * Creates a source without a folder.
     *
     * @param sources finds the folder of Medley's sources, once there is a script
     */
    CommandEngine(Supplier<Optional<Path>> sources) {
        this.sources = sources;
    }

    /** Returns the source of a command; {@code modules} is the value of the option. Looks for nothing yet. */
    public static EngineSource of(@Nullable Path modules) {
        return modules == null ? new CommandEngine(() -> ModuleBuild.sources()) : new ModuleFolder(modules);
    }

    @Override
    public synchronized ScriptEngine engine(String script) {
        Optional<ScriptEngine> ofClassPath = Engines.ofClassPath();
        if (ofClassPath.isPresent()) {
            return ofClassPath.get();
        }
        ModuleFolder folder = built;
        if (folder == null) {
            folder = new ModuleFolder(build(script));
            built = folder;
        }
        return folder.engine(script);
    }

    private Path build(String script) {
        Path home = sources.get()
                .orElseThrow(() -> Engines.missing(
                        script, "--modules DIR (or MEDLEY_MODULES), a folder with the JARs of the module mashup-js"));
        try {
            return new ModuleBuild(home, System.err).folder();
        } catch (IOException x) {
            throw new ConfigurationException(
                    List.of("%s: the engine for scripts cannot be built: %s".formatted(script, x.getMessage())));
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the engine for scripts was built", x);
        }
    }
}
