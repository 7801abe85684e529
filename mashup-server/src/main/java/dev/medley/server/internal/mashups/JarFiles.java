package dev.medley.server.internal.mashups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JARs of a folder, as files. All methods block while files are read. */
final class JarFiles {

    private JarFiles() {}

    /** Returns the JARs, by their names. */
    static List<Path> of(Path folder) throws IOException {
        try (Stream<Path> listed = Files.list(folder)) {
            return listed.filter(JarFiles::isJar).sorted().toList();
        }
    }

    private static boolean isJar(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".jar");
    }

    /**
     * Returns a text that is the same as long as names, sizes and times of the JARs are: what a look costs does not depend on
     * their sizes.
     */
    static String look(Path folder) {
        try {
            StringBuilder seen = new StringBuilder();
            for (Path file : of(folder)) {
                seen.append(file).append(look(file, "; "));
            }
            return seen.toString();
        } catch (IOException x) {
            return x.toString();
        }
    }

    private static String look(Path file, String end) {
        try {
            BasicFileAttributes read = Files.readAttributes(file, BasicFileAttributes.class);
            return " %d %s %s%s".formatted(read.size(), read.lastModifiedTime(), read.fileKey(), end);
        } catch (IOException x) {
            return " " + x + end;
        }
    }

    /** Returns the digests of the JARs, by file; of the failure, by folder, if they cannot be listed. */
    static Map<Path, String> digests(Path folder) {
        Map<Path, String> digests = new TreeMap<>();
        try {
            of(folder).forEach(file -> digests.put(file, JarCopies.digest(file)));
        } catch (IOException x) {
            digests.put(folder, x.toString());
        }
        return digests;
    }
}
