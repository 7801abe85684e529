package dev.medley.server.cli;

import dev.medley.config.Configuration;
import dev.medley.server.mashups.MashupFolder;
import dev.medley.server.mashups.MashupSource;
import dev.medley.server.mashups.OpenMashups;
import dev.medley.server.samples.SampleMashups;
import dev.medley.servlet.MashupServlet;
import java.nio.file.Path;
import java.util.List;

/** The mashups of a folder of JARs, beside the sample mashups. */
final class ServedFolder implements MashupSource {

    private final Path folder;
    private List<String> summary = List.of();

    ServedFolder(Path folder) {
        this.folder = folder;
    }

    @Override
    public OpenMashups open(Configuration configuration) {
        List<MashupServlet> samples = SampleMashups.of(configuration);
        MashupFolder opened = MashupFolder.open(
                folder,
                samples.stream()
                        .<Class<? extends MashupServlet>>map(MashupServlet::getClass)
                        .toList());
        try {
            summary = new Served(configuration, samples, opened).summary();
        } catch (RuntimeException x) {
            opened.close();
            throw x;
        }
        return OpenMashups.of(samples, opened);
    }

    @Override
    public String look() {
        return MashupFolder.look(folder);
    }

    /** Returns the {@linkplain Served#summary() summary} of the mashups that were opened last. */
    List<String> summary() {
        return summary;
    }
}
