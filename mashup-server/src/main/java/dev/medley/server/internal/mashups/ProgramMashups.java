package dev.medley.server.internal.mashups;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.script.EngineSource;
import dev.medley.server.internal.script.ScriptFolder;
import dev.medley.servlet.MashupServlet;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mashups and filters that a program has made, its scripts, and the declared mashups.
 *
 * @param filters in the order in which requests pass them
 * @param scripts their folder; null for none
 */
record ProgramMashups(
        List<MashupServlet> mashups,
        List<MappedFilter> filters,
        @Nullable Path scripts,
        boolean isReplaceable) implements MashupSource {

    @Override
    public OpenMashups open(Configuration configuration) {
        MashupFolder folder = scripts == null ? MashupFolder.none() : MashupFolder.ofScripts(scripts);
        return OpenMashups.open(mashups, filters, folder, configuration, EngineSource.ofClassPath());
    }

    @Override
    public String look() {
        return scripts == null || !isReplaceable ? "" : ScriptFolder.look(scripts);
    }
}
