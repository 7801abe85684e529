package dev.medley.js.internal.module;

import dev.medley.config.ManifestDetail;
import dev.medley.config.internal.Configuration;
import dev.medley.js.internal.run.ExportReader;
import dev.medley.js.internal.run.RunBounds;
import dev.medley.js.internal.run.ScriptContexts;
import dev.medley.js.internal.run.ScriptRuns;
import dev.medley.server.internal.script.Script;
import dev.medley.server.internal.script.ScriptFiles;
import dev.medley.servlet.internal.routing.MashupRoute;
import dev.medley.servlet.internal.schedule.ScheduleSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loads the scripts of folders, and collects what is wrong with them. For one thread. */
final class ModuleLoader {

    private final ScriptContexts contexts;
    private final Set<String> partners;
    private final RunBounds bounds;
    /** Scripts may import the same file, and have its problems. */
    private final Set<String> problems = new LinkedHashSet<>();

    private final List<LoadedScripts.Loaded> loaded = new ArrayList<>();
    private final Map<String, String> taken = new HashMap<>();

    ModuleLoader(ScriptContexts contexts, Configuration configuration, RunBounds bounds) {
        this.contexts = contexts;
        this.bounds = bounds;
        partners = configuration.partners().stream().map(each -> each.name()).collect(Collectors.toSet());
    }

    void load(ScriptFiles folder) {
        ModuleFiles files = new ModuleFiles(folder);
        for (String path : folder.scripts()) {
            load(folder, path, files);
        }
    }

    private void load(ScriptFiles folder, String path, ModuleFiles files) {
        ScriptReferences references = ScriptReferences.of(folder, path);
        List<String> own = new ArrayList<>(references.refused());
        references.unknown(partners, own);
        ScriptModule module = new ScriptModule(folder, path, files, contexts);
        Exports exports = references.refused().isEmpty()
                ? ExportReader.read(module, bounds, own, (read, found) -> Exports.of(read, references.script(), found))
                : null;
        problems.addAll(own);
        if (exports == null) {
            return;
        }
        String file = folder.label(path);
        String other = taken.putIfAbsent(MashupRoute.shape(exports.path()), file);
        if (other != null) {
            problems.add("%s: the export path is '%s', which is the path of %s; expected one script for it"
                    .formatted(references.script().placeOf("path"), exports.path(), other));
            return;
        }
        loaded.add(new LoadedScripts.Loaded(
                new Script(
                        file,
                        exports.path(),
                        exports.methods(),
                        exports.deadline(),
                        exports.every(),
                        new TreeSet<>(references.known(partners))),
                module,
                schedule(exports, folder, path)));
    }

    /** It is the same after a reload if the texts of the folder are. */
    private static @Nullable ScheduleSettings schedule(Exports exports, ScriptFiles folder, String path) {
        return exports.every() == null
                ? null
                : ScheduleSettings.of(exports.every(), exports.jitter(), List.of(path, folder));
    }

    /** Returns each problem once, with its place. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    LoadedScripts loaded(ManifestDetail manifest, ScriptRuns runs, Runnable close) {
        return new LoadedScripts(loaded, manifest, runs, close);
    }
}
