package dev.medley.war;

import dev.medley.server.internal.samples.TripServlet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A WAR that is unpacked into a folder, as by a servlet container. */
final class WarFolder {

    private final Path folder;

    private WarFolder(Path folder) {
        this.folder = folder;
    }

    /** The product's WAR. */
    static WarFolder ofProduct(Path folder) throws IOException {
        WarFolder war = new WarFolder(folder);
        Path webapp = Path.of("src/main/webapp");
        if (Files.isDirectory(webapp)) {
            copyAll(webapp, folder);
        }
        String classes = TripServlet.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        copyAll(Path.of(classes), folder.resolve("WEB-INF/classes"));
        war.addLibraries(ClassPath.ofProduct());
        return war;
    }

    /** A user's WAR, with {@code broker-core} and these classes. */
    static WarFolder ofUser(Path folder, Class<?>... classes) throws IOException {
        WarFolder war = new WarFolder(folder);
        for (Class<?> type : classes) {
            String file = type.getName().replace('.', '/') + ".class";
            Path target = folder.resolve("WEB-INF/classes").resolve(file);
            Files.createDirectories(target.getParent());
            try (InputStream in = Objects.requireNonNull(type.getClassLoader().getResourceAsStream(file))) {
                Files.copy(in, target);
            }
        }
        war.addLibraries(ClassPath.ofBrokerCore());
        return war;
    }

    /** Adds a configuration at its default path. */
    WarFolder configured(String yaml) throws IOException {
        Files.createDirectories(folder.resolve("WEB-INF"));
        Files.writeString(folder.resolve("WEB-INF/medley.yaml"), yaml);
        return this;
    }

    Path path() {
        return folder;
    }

    private void addLibraries(List<Path> elements) throws IOException {
        Path libraries = Files.createDirectories(folder.resolve("WEB-INF/lib"));
        for (Path element : elements) {
            Path library = libraries.resolve(ClassPath.nameOf(element));
            if (Files.isDirectory(element)) {
                pack(element, library);
            } else {
                Files.copy(element, library);
            }
        }
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }

    private static void copyAll(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
