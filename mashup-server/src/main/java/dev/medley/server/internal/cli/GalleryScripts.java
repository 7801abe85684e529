package dev.medley.server.internal.cli;

import dev.medley.loadtest.process.ProjectFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The scripts of the gallery, {@code config/scripts}, of which the JAR has copies: mashups of the gallery in JavaScript. */
final class GalleryScripts {

    /** A request to each script, to which no partner fails. */
    static final List<ExampleRequest> EXAMPLES = List.of(
            ExampleRequest.get("/scripts/trip?city=Saskatoon"),
            ExampleRequest.get("/scripts/headlines?city=Oslo"),
            ExampleRequest.get("/scripts/offers/3"));

    /** Those of the JAR, which cannot be listed there. */
    static final List<String> FILES = List.of("headlines.mjs", "lib/city.mjs", "offers.mjs", "trip.mjs");

    private static final String FOLDER = "scripts";

    private GalleryScripts() {}

    /** Returns their folder, in which they may have been edited, among Medley's sources; elsewhere one with the copies of the JAR. */
    static Path current() throws IOException {
        return current(ProjectFolder.find("mvnw").map(Path::getParent).orElse(null));
    }

    /** As above, in the folder {@code sources}, or else from the JAR. */
    static Path current(@Nullable Path sources) throws IOException {
        Path folder = sources == null ? null : sources.resolve("config").resolve(FOLDER);
        return folder != null && Files.isDirectory(folder) ? folder : copies();
    }

    /** Until the process ends: a command that is stopped by a signal deletes nothing itself. */
    private static Path copies() throws IOException {
        Path folder = Files.createTempDirectory("medley-demo-scripts");
        folder.toFile().deleteOnExit();
        for (String name : FILES) {
            Path file = folder.resolve(name);
            Path parent = file.getParent();
            if (parent != null && !Files.exists(parent)) {
                Files.createDirectory(parent).toFile().deleteOnExit();
            }
            try (InputStream in = GalleryScripts.class.getResourceAsStream(FOLDER + "/" + name)) {
                if (in == null) {
                    throw new IOException("the JAR has no script " + name);
                }
                Files.copy(in, file);
            }
            file.toFile().deleteOnExit();
        }
        return folder;
    }
}
