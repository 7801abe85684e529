package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * A JAR with mashups of an experiment, as a user would put it into the server's folder. They have another package there: a class
 * that the server has too would be loaded from the server, which does not serve it.
 */
public final class MashupJar {

    private MashupJar() {}

    /**
     * Writes the JAR.
     *
     * @param folder created if it does not exist
     * @param path the package of the classes, such as {@code medley/loadtest/soak/}
     * @param pathInJar the package that they have in the JAR; as long, so that names in a class file can be replaced in place
     * @return the folder
     */
    public static Path write(Path folder, String path, String pathInJar, List<Class<?>> classes) throws IOException {
        if (path.length() != pathInJar.length()) {
            throw new IllegalArgumentException("%s is not as long as %s".formatted(pathInJar, path));
        }
        Files.createDirectories(folder);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve("mashups.jar")))) {
            for (Class<?> type : classes) {
                String file = type.getName().replace('.', '/') + ".class";
                try (InputStream bytes = type.getClassLoader().getResourceAsStream(file)) {
                    if (bytes == null) {
                        throw new IOException(file + " is not on the class path");
                    }
                    jar.putNextEntry(new JarEntry(file.replace(path, pathInJar)));
                    // One character is one byte.
                    String content = new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1);
                    jar.write(content.replace(path, pathInJar).getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }
        return folder;
    }
}
