package dev.medley.server.mashups;

import dev.medley.config.ConfigurationException;
import dev.medley.servlet.MashupServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of JARs with mashups. Each JAR has a class loader of its own, whose parent is the server's; opening the folder
 * finds, checks and instantiates the mashups. Close it after the server.
 */
public final class MashupFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MashupFolder.class);

    private final List<MashupJar> jars;

    private MashupFolder(List<MashupJar> jars) {
        this.jars = List.copyOf(jars);
    }

    /** Returns an instance without mashups. */
    public static MashupFolder none() {
        return new MashupFolder(List.of());
    }

    /**
     * Opens {@code folder}.
     *
     * @param served the mashups of the server itself, whose paths are taken
     * @throws ConfigurationException if the folder, a JAR or a mashup is invalid, or there is neither a mashup nor a
     *     filter; it lists all problems, with file and class
     */
    public static MashupFolder open(Path folder, Collection<? extends Class<? extends MashupServlet>> served) {
        List<String> problems = new ArrayList<>();
        List<MashupJar> jars = new ArrayList<>();
        for (Path file : files(folder, problems)) {
            try {
                jars.add(MashupJar.open(file, problems));
            } catch (IOException x) {
                problems.add(file + ": cannot open: " + x.getMessage());
            }
        }
        MashupFolder opened = new MashupFolder(jars);
        opened.checkPaths(served, problems);
        opened.checkFilters(served, problems);
        boolean empty = opened.mashups().isEmpty() && opened.filters().isEmpty();
        if (problems.isEmpty() && served.isEmpty() && empty) {
            problems.add("no mashup in the JARs of " + folder
                    + ": expected a class with @WebServlet that extends MashupServlet");
        }
        if (!problems.isEmpty()) {
            opened.close();
            throw new ConfigurationException(problems);
        }
        return opened;
    }

    /** Returns the mashups, in the order of the files' names; always the same objects. */
    public List<MashupServlet> mashups() {
        return jars.stream().flatMap(jar -> jar.servlets().stream()).toList();
    }

    /** Returns the filters, in the order of the files' names, then of their classes' names; always the same objects. */
    public List<MappedFilter> filters() {
        return jars.stream().flatMap(jar -> jar.filters().stream()).toList();
    }

    /** Returns the classes of the mashups, in the same order. */
    public List<MashupClass> classes() {
        return jars.stream().flatMap(jar -> jar.mashups().stream()).toList();
    }

    /** Closes the class loaders; the mashups are unusable afterwards. */
    @Override
    public void close() {
        for (MashupJar jar : jars) {
            try {
                jar.close();
            } catch (IOException x) {
                LOG.warn("cannot close {}", jar, x);
            }
        }
    }

    private static List<Path> files(Path folder, List<String> problems) {
        if (!Files.isDirectory(folder)) {
            problems.add(folder
                    + (Files.exists(folder) ? ": not a folder" : ": no such folder")
                    + "; expected a folder with JARs");
            return List.of();
        }
        try (Stream<Path> listed = Files.list(folder)) {
            List<Path> files = listed.filter(MashupFolder::isJar).sorted().toList();
            if (files.isEmpty()) {
                problems.add(folder + ": no JAR in the folder; expected at least one");
            }
            return files;
        } catch (IOException x) {
            problems.add(folder + ": cannot read: " + x);
            return List.of();
        }
    }

    private static boolean isJar(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".jar");
    }

    private void checkFilters(Collection<? extends Class<? extends MashupServlet>> served, List<String> problems) {
        Set<String> names = new TreeSet<>();
        served.forEach(type -> names.add(ServletMapping.of(type).name()));
        classes().forEach(found -> names.add(found.mapping().name()));
        for (MashupJar jar : jars) {
            for (MappedFilter filter : jar.filters()) {
                filter.mashups().stream()
                        .filter(name -> !names.contains(name))
                        .forEach(name ->
                                problems.add("%s: %s: no mashup has the name '%s' of the filter; expected one of %s"
                                        .formatted(
                                                jar,
                                                filter.filter().getClass().getName(),
                                                name,
                                                String.join(", ", names))));
            }
        }
    }

    private void checkPaths(Collection<? extends Class<? extends MashupServlet>> served, List<String> problems) {
        Map<String, String> taken = new LinkedHashMap<>();
        for (Class<? extends MashupServlet> type : served) {
            ServletMapping.of(type).paths().forEach(path -> taken.put(path, "the server's own " + type.getName()));
        }
        for (MashupClass found : classes()) {
            for (String path : found.mapping().paths()) {
                String other = taken.putIfAbsent(path, found.label());
                if (other != null) {
                    problems.add("%s and %s have the same path %s".formatted(found.label(), other, path));
                }
            }
        }
    }
}
