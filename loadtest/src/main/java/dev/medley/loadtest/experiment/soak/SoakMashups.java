package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.experiment.server.MashupJar;
import dev.medley.loadtest.soak.MergeMashup;
import dev.medley.loadtest.soak.PartialMashup;
import dev.medley.loadtest.soak.PostMashup;
import dev.medley.loadtest.soak.SoakPartner;
import dev.medley.loadtest.soak.StreamMashup;
import dev.medley.loadtest.soak.UploadMashup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The JAR with the mashups of a soak. */
final class SoakMashups {

    private static final List<Class<?>> CLASSES = List.of(
            MergeMashup.class,
            PartialMashup.class,
            PostMashup.class,
            StreamMashup.class,
            UploadMashup.class,
            SoakPartner.class);

    private SoakMashups() {}

    /** Writes the JAR into {@code folder}, which is created if it does not exist. */
    static Path writeTo(Path folder) throws IOException {
        return MashupJar.write(folder, "medley/loadtest/soak/", "medley/loadtest/jars/", CLASSES);
    }
}
