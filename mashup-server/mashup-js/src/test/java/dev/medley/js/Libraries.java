package dev.medley.js;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** The class path of the tests, as JARs for a folder of modules or a web application. */
final class Libraries {

    private Libraries() {}

    /** Returns the elements of the class path: JARs, and folders of classes. */
    static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    /** Returns whether an element belongs to the module of scripts: its classes, and the engine. */
    static boolean isOfModule(Path element) {
        return element.endsWith("mashup-js/target/classes")
                || element.toString().contains("/org/graalvm/");
    }

    /** Returns the name of the JAR that an element is, or would be if its module had been packaged. */
    static String nameOf(Path element) {
        return Files.isDirectory(element)
                ? element.resolve("../..").normalize().getFileName() + "-" + element.getFileName() + ".jar"
                : element.getFileName().toString();
    }

    /** Puts an element into a folder, as a JAR. */
    static void put(Path element, Path folder) throws IOException {
        Path jar = folder.resolve(nameOf(element));
        if (Files.isRegularFile(element)) {
            Files.copy(element, jar);
            return;
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(element)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(element.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
            }
        } catch (UncheckedIOException x) {
            throw x.getCause();
        }
    }
}
