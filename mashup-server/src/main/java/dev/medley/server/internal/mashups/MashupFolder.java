package dev.medley.server.internal.mashups;

import dev.medley.config.ConfigurationException;
import dev.medley.servlet.MashupServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of JARs with mashups. Each JAR has a class loader of its own, whose parent is the server's; opening the folder
 * finds, checks and instantiates the mashups. Close it after the server.
 */
public final class MashupFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MashupFolder.class);

    private final @Nullable Path folder;
    private final List<MashupJar> jars;
    private final JarCopies copies;

    private MashupFolder(@Nullable Path folder, List<MashupJar> jars, JarCopies copies) {
        this.folder = folder;
        this.jars = List.copyOf(jars);
        this.copies = copies;
    }

    /** Returns an instance without mashups. */
    public static MashupFolder none() {
        return new MashupFolder(null, List.of(), new JarCopies());
    }

    /**
     * Opens {@code folder}.
     *
     * @param served the mashups of the server itself, whose paths and names are taken
     * @throws ConfigurationException if the folder, a JAR or a mashup is invalid, or there is neither a mashup nor a
     *     filter; it lists all problems, with file and class
     */
    public static MashupFolder open(Path folder, Collection<? extends Class<? extends MashupServlet>> served) {
        List<String> problems = new ArrayList<>();
        List<MashupJar> jars = new ArrayList<>();
        JarCopies copies = new JarCopies();
        try {
            for (Path file : files(folder, problems)) {
                try {
                    jars.add(MashupJar.open(file, copies, problems));
                } catch (IOException x) {
                    problems.add(file + ": cannot open: " + x.getMessage());
                }
            }
            MashupFolder opened = new MashupFolder(folder, jars, copies);
            opened.check(served, problems);
            return opened;
        } catch (RuntimeException | Error x) {
            new MashupFolder(folder, jars, copies).close();
            throw x;
        }
    }

    private void check(Collection<? extends Class<? extends MashupServlet>> served, List<String> problems) {
        checkMappings(served, problems);
        checkFilters(served, problems);
        boolean empty = mashups().isEmpty() && filters().isEmpty();
        if (problems.isEmpty() && served.isEmpty() && empty) {
            problems.add("no mashup in the JARs of " + folder
                    + ": expected a class with @WebServlet that extends MashupServlet");
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
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
        copies.close();
    }

    /**
     * Returns a text that is another one after JARs of {@code folder} have been added, changed or removed. It is made of names,
     * sizes and times. Blocks while it looks at the files.
     */
    public static String look(Path folder) {
        return JarFiles.look(folder);
    }

    /** Returns the JARs whose contents are not those that were opened, the new ones and those that are gone. Reads all. */
    List<Path> changedFiles() {
        if (folder == null) {
            return List.of();
        }
        Map<Path, String> opened = new TreeMap<>();
        jars.forEach(jar -> opened.put(jar.file(), jar.digest()));
        Map<Path, String> now = JarFiles.digests(folder);
        Set<Path> files = new TreeSet<>(opened.keySet());
        files.addAll(now.keySet());
        files.removeIf(file -> Objects.equals(opened.get(file), now.get(file)));
        return List.copyOf(files);
    }

    private static List<Path> files(Path folder, List<String> problems) {
        if (!Files.isDirectory(folder)) {
            problems.add(folder
                    + (Files.exists(folder) ? ": not a folder" : ": no such folder")
                    + "; expected a folder with JARs");
            return List.of();
        }
        try {
            List<Path> files = JarFiles.of(folder);
            if (files.isEmpty()) {
                problems.add(folder + ": no JAR in the folder; expected at least one");
            }
            return files;
        } catch (IOException x) {
            problems.add(folder + ": cannot read: " + x);
            return List.of();
        }
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

    private void checkMappings(Collection<? extends Class<? extends MashupServlet>> served, List<String> problems) {
        TakenMappings taken = new TakenMappings();
        for (Class<? extends MashupServlet> type : served) {
            taken.take("the server's own " + type.getName(), ServletMapping.of(type));
        }
        for (MashupClass found : classes()) {
            problems.addAll(taken.take(found.label(), found.mapping()));
        }
    }
}
