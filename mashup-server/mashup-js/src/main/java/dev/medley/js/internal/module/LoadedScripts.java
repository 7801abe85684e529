package dev.medley.js.internal.module;

import dev.medley.config.ManifestDetail;
import dev.medley.js.internal.run.ScriptRuns;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.server.internal.script.OpenScripts;
import dev.medley.server.internal.script.Script;
import dev.medley.servlet.internal.routing.MashupRoute;
import dev.medley.servlet.internal.schedule.ScheduleSettings;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The scripts of a server between two reloads. Thread-safe. */
public final class LoadedScripts implements OpenScripts {

    private final List<Loaded> scripts;
    private final ManifestDetail manifest;
    private final ScriptRuns runs;
    private final Runnable close;
    private final AtomicBoolean closed = new AtomicBoolean();

    LoadedScripts(List<Loaded> scripts, ManifestDetail manifest, ScriptRuns runs, Runnable close) {
        this.scripts = List.copyOf(scripts);
        this.manifest = manifest;
        this.runs = runs;
        this.close = close;
    }

    /** A script, its module and its schedule. */
    record Loaded(
            Script script, ScriptModule module, @Nullable ScheduleSettings schedule) {

        MashupRoute route(ScriptRuns runs, ManifestDetail manifest, IncompleteReplies incomplete) {
            return new MashupRoute(
                    script.path(),
                    script.methods(),
                    script.deadline(),
                    schedule,
                    mashup -> runs.run(module, mashup, manifest, incomplete));
        }
    }

    @Override
    public List<Script> scripts() {
        return scripts.stream().map(Loaded::script).toList();
    }

    @Override
    public List<MashupRoute> routes(IncompleteReplies incomplete) {
        return scripts.stream()
                .map(each -> each.route(runs, manifest, incomplete))
                .toList();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            runs.close();
            close.run();
        }
    }
}
