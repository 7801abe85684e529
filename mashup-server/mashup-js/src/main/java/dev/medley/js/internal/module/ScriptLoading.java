package dev.medley.js.internal.module;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.js.internal.run.RunBounds;
import dev.medley.js.internal.run.ScriptContexts;
import dev.medley.js.internal.run.ScriptRuns;
import dev.medley.server.internal.script.OpenScripts;
import dev.medley.server.internal.script.ScriptFiles;
import dev.medley.thread.internal.BrokerPool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Opens scripts. */
public final class ScriptLoading {

    private ScriptLoading() {}

    /**
     * Opens scripts, on a thread of its own: the stack of the calling one may be small. Blocks until they are open.
     *
     * @param contexts on which they run
     * @param close called once, after their last request, or if they are not opened
     * @throws ConfigurationException with all problems, each with its place
     */
    public static OpenScripts open(
            List<ScriptFiles> folders, Configuration configuration, ScriptContexts contexts, Runnable close) {
        CompletableFuture<OpenScripts> opened = new CompletableFuture<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        opened.complete(load(folders, configuration, contexts, close));
                    } catch (RuntimeException | Error x) {
                        opened.completeExceptionally(x);
                    }
                },
                "medley-script-reader",
                BrokerPool.STACK_BYTES);
        thread.start();
        try {
            return opened.join();
        } catch (CompletionException x) {
            close.run();
            if (x.getCause() instanceof ConfigurationException wrong) {
                throw wrong;
            }
            throw x;
        }
    }

    private static OpenScripts load(
            List<ScriptFiles> folders, Configuration configuration, ScriptContexts contexts, Runnable close) {
        RunBounds bounds = new RunBounds(configuration.server().scripts());
        ModuleLoader loader = new ModuleLoader(contexts, configuration, bounds);
        folders.forEach(loader::load);
        if (!loader.problems().isEmpty()) {
            throw new ConfigurationException(loader.problems());
        }
        return loader.loaded(configuration.server().medleyManifest(), new ScriptRuns(bounds), close);
    }
}
