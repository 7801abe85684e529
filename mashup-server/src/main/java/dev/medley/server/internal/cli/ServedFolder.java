package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.server.internal.samples.SampleMashups;
import dev.medley.server.internal.script.EngineSource;
import dev.medley.server.internal.script.Script;
import dev.medley.servlet.MashupServlet;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The mashups of a folder of JARs and scripts, beside the sample mashups and the declared ones. */
final class ServedFolder implements MashupSource {

    private final @Nullable Path folder;
    private final EngineSource engines;
    private List<String> summary = List.of();
    private int classes;
    private List<Script> scripts = List.of();
    private List<String> filters = List.of();

    /** Creates a source of the sample and the declared mashups alone. */
    ServedFolder() {
        this(null, EngineSource.ofClassPath());
    }

    /**
     * Creates a source; without a folder, of the sample and the declared mashups alone.
     *
     * @param engines has the engine for scripts in the folder
     */
    ServedFolder(@Nullable Path folder, EngineSource engines) {
        this.folder = folder;
        this.engines = engines;
    }

    @Override
    public OpenMashups open(Configuration configuration) {
        List<MashupServlet> samples = SampleMashups.of(configuration);
        MashupFolder files = folder == null
                ? MashupFolder.none()
                : MashupFolder.open(
                        folder,
                        samples.stream()
                                .<Class<? extends MashupServlet>>map(MashupServlet::getClass)
                                .toList());
        OpenMashups opened = OpenMashups.open(samples, List.of(), files, configuration, engines);
        try {
            scripts = opened.scripts().scripts();
            summary = new Served(configuration, samples, files, opened.declared(), scripts).summary();
            classes = files.classes().size();
            filters = files.filters().stream()
                    .map(each -> each.filter().getClass().getName())
                    .toList();
            return opened;
        } catch (RuntimeException x) {
            opened.close();
            throw x;
        }
    }

    @Override
    public String look() {
        return folder == null ? "" : MashupFolder.look(folder);
    }

    /** Returns whether there is a folder. */
    boolean isGiven() {
        return folder != null;
    }

    /** Returns the number of mashups that the JARs had when they were opened last. */
    int classes() {
        return classes;
    }

    /** Returns the scripts that there were when they were opened last. */
    List<Script> scripts() {
        return scripts;
    }

    /** Returns the classes of the filters that the JARs had when they were opened last. */
    List<String> filters() {
        return filters;
    }

    /** Returns the {@linkplain Served#summary() summary} of the mashups that were opened last. */
    List<String> summary() {
        return summary;
    }
}
