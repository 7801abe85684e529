package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.soak.MergeMashup;
import dev.medley.loadtest.soak.PartialMashup;
import dev.medley.loadtest.soak.PostMashup;
import dev.medley.loadtest.soak.SoakPartner;
import dev.medley.loadtest.soak.StreamMashup;
import dev.medley.loadtest.soak.UploadMashup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * The JAR with the mashups of a soak, as a user would put it into the server's folder. They have another package there: a class
 * that the server has too would be loaded from the server, which does not serve it.
 */
final class SoakMashups {

    private static final String PACKAGE = "medley/loadtest/soak/";
    /** As long, so that the names in a class file can be replaced in place. */
    private static final String PACKAGE_IN_JAR = "medley/loadtest/jars/";

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
        Files.createDirectories(folder);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve("soak.jar")))) {
            for (Class<?> type : CLASSES) {
                String file = type.getName().replace('.', '/') + ".class";
                try (InputStream bytes = type.getClassLoader().getResourceAsStream(file)) {
                    if (bytes == null) {
                        throw new IOException(file + " is not on the class path");
                    }
                    jar.putNextEntry(new JarEntry(file.replace(PACKAGE, PACKAGE_IN_JAR)));
                    // One character is one byte.
                    String content = new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1);
                    jar.write(content.replace(PACKAGE, PACKAGE_IN_JAR).getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }
        return folder;
    }
}
