package dev.medley.js.internal.module;

import dev.medley.js.internal.run.RunBounds;
import dev.medley.js.internal.run.RunnableScript;
import dev.medley.js.internal.run.ScriptContexts;
import dev.medley.server.internal.script.ScriptFiles;
import java.io.OutputStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;

/** A file of a folder as a module that can be run. Immutable. */
final class ScriptModule implements RunnableScript {

    private final String file;
    private final Source source;
    private final ModuleFiles files;
    private final ScriptContexts contexts;

    ScriptModule(ScriptFiles folder, String path, ModuleFiles files, ScriptContexts contexts) {
        file = folder.label(path);
        source = ScriptContexts.module(file, folder.text(path));
        this.files = files;
        this.contexts = contexts;
    }

    @Override
    public String file() {
        return file;
    }

    @Override
    public Source source() {
        return source;
    }

    @Override
    public Context newContext(RunBounds bounds, OutputStream warnings) {
        return contexts.create(files, bounds, warnings);
    }
}
