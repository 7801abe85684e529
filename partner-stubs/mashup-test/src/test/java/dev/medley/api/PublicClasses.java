package dev.medley.api;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The classes of a folder or JAR that other packages can use. */
final class PublicClasses {

    private PublicClasses() {}

    /** Returns those beside {@code known}, by name; members of public classes too, if they are public or protected. */
    static List<Class<?>> of(Class<?> known) throws IOException, ClassNotFoundException {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names(location(known))) {
            Class<?> type = Class.forName(name, false, known.getClassLoader());
            if (isOpen(type)) {
                classes.add(type);
            }
        }
        return classes;
    }

    /** Returns the folder of classes, or the JAR, of a class. */
    static Path location(Class<?> known) {
        try {
            return Path.of(
                    known.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException x) {
            throw new IllegalStateException(x);
        }
    }

    private static List<String> names(Path location) throws IOException {
        if (Files.isDirectory(location)) {
            return names(location, location);
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + location.toUri()), Map.of())) {
            return names(jar.getPath("/"), jar.getPath("/"));
        }
    }

    private static List<String> names(Path root, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.startsWith("dev") && file.endsWith(".class") && !file.endsWith("-info.class"))
                    .map(file -> file.substring(0, file.length() - ".class".length())
                            .replace('\\', '.')
                            .replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    /** Returns whether users may rely on a public class: unless its package has the name {@code internal} in it. */
    static boolean isSupported(Class<?> type) {
        return !(type.getPackageName() + ".").contains(".internal.");
    }

    private static boolean isOpen(Class<?> type) {
        int modifiers = type.getModifiers();
        boolean open = Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
        Class<?> around = type.getEnclosingClass();
        return open && !type.isAnonymousClass() && !type.isLocalClass() && (around == null || isOpen(around));
    }
}
