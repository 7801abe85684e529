package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.server.internal.samples.SampleMashups;
import dev.medley.servlet.MashupServlet;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The mashups of a folder of JARs, beside the sample mashups and the declared ones. */
final class ServedFolder implements MashupSource {

    private final @Nullable Path folder;
    private List<String> summary = List.of();
    private int classes;
    private List<String> filters = List.of();

    /** Creates a source; without a folder, of the sample and the declared mashups alone. */
    ServedFolder(@Nullable Path folder) {
        this.folder = folder;
    }

    @Override
    public OpenMashups open(Configuration configuration) {
        List<MashupServlet> samples = SampleMashups.of(configuration);
        DeclaredMashups declared = DeclaredMashups.of(configuration);
        MashupFolder opened = folder == null
                ? MashupFolder.none()
                : MashupFolder.open(
                        folder,
                        samples.stream()
                                .<Class<? extends MashupServlet>>map(MashupServlet::getClass)
                                .toList());
        try {
            summary = new Served(configuration, samples, opened, declared).summary();
            classes = opened.classes().size();
            filters = opened.filters().stream()
                    .map(each -> each.filter().getClass().getName())
                    .toList();
            return OpenMashups.of(samples, opened, declared);
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

    /** Returns the classes of the filters that the JARs had when they were opened last. */
    List<String> filters() {
        return filters;
    }

    /** Returns the {@linkplain Served#summary() summary} of the mashups that were opened last. */
    List<String> summary() {
        return summary;
    }
}
