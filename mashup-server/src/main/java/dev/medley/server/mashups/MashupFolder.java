package dev.medley.server.mashups;

import dev.medley.config.ConfigurationException;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of JARs with mashups. Each JAR has a class loader of its own, whose parent is the server's; its mashups are
 * found, checked and made when the folder is opened. To be closed after the server.
 */
public final class MashupFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MashupFolder.class);

    private final List<MashupJar> jars;

    private MashupFolder(List<MashupJar> jars) {
        this.jars = List.copyOf(jars);
    }

    /** No folder, and no mashups. */
    public static MashupFolder none() {
        return new MashupFolder(List.of());
    }

    /**
     * Opens {@code folder}.
     *
     * @param served the mashups that are served already, whose paths are taken
     * @throws ConfigurationException if there is something wrong with the folder or what is in it, naming everything that
     *     is, with file and class
     */
    public static MashupFolder open(Path folder, Collection<? extends Class<? extends MashupServlet>> served) {
        List<String> problems = new ArrayList<>();
        List<MashupJar> jars = new ArrayList<>();
        for (Path file : files(folder, problems)) {
            try {
                jars.add(MashupJar.open(file, problems));
            } catch (IOException x) {
                problems.add(file + ": cannot be opened: " + x.getMessage());
            }
        }
        MashupFolder opened = new MashupFolder(jars);
        opened.checkPaths(served, problems);
        if (!problems.isEmpty()) {
            opened.close();
            throw new ConfigurationException(problems);
        }
        return opened;
    }

    /** The mashups, in the order of the files' names, ready to be served; always the same objects. */
    public List<MashupServlet> mashups() {
        return jars.stream().flatMap(jar -> jar.servlets().stream()).toList();
    }

    /** What the mashups are, and where they come from; in the same order. */
    public List<MashupClass> classes() {
        return jars.stream().flatMap(jar -> jar.mashups().stream()).toList();
    }

    /** Closes the class loaders: the mashups can no longer be used. */
    @Override
    public void close() {
        for (MashupJar jar : jars) {
            try {
                jar.close();
            } catch (IOException x) {
                LOG.warn("a JAR with mashups did not close", x);
            }
        }
    }

    private static List<Path> files(Path folder, List<String> problems) {
        if (!Files.isDirectory(folder)) {
            problems.add(folder
                    + (Files.exists(folder) ? ": is not a folder" : ": there is no such folder")
                    + "; expected a folder with JARs");
            return List.of();
        }
        try (Stream<Path> listed = Files.list(folder)) {
            List<Path> files = listed.filter(MashupFolder::isJar).sorted().toList();
            if (files.isEmpty()) {
                problems.add(folder + ": has no JAR in it; expected one at least");
            }
            return files;
        } catch (IOException x) {
            problems.add(folder + ": cannot be read: " + x);
            return List.of();
        }
    }

    private static boolean isJar(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".jar");
    }

    private void checkPaths(Collection<? extends Class<? extends MashupServlet>> served, List<String> problems) {
        Map<String, String> taken = new LinkedHashMap<>();
        for (Class<? extends MashupServlet> type : served) {
            WebServlet annotation = type.getAnnotation(WebServlet.class);
            if (annotation != null) {
                Stream.of(annotation.value(), annotation.urlPatterns())
                        .flatMap(Stream::of)
                        .forEach(path -> taken.put(path, "the server's own " + type.getName()));
            }
        }
        for (MashupClass found : classes()) {
            for (String path : found.paths()) {
                String other = taken.putIfAbsent(path, found.label());
                if (other != null) {
                    problems.add("%s and %s are both at %s".formatted(found.label(), other, path));
                }
            }
        }
    }
}
