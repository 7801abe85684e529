package dev.medley.server.internal.mashups;

import dev.medley.config.ConfigurationException;
import dev.medley.server.internal.script.ScriptFiles;
import dev.medley.server.internal.script.ScriptFolder;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of JARs with mashups, and of scripts. Each JAR has a class loader of its own, whose parent is the server's; opening the
 * folder finds, checks and instantiates the mashups, and reads the scripts. Close it after the server.
 */
public final class MashupFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MashupFolder.class);

    /** Null if the folder is not one of JARs. */
    private final @Nullable Path folder;

    private final List<MashupJar> jars;
    private final JarCopies copies;
    private final @Nullable ScriptFolder scripts;

    private MashupFolder(
            @Nullable Path folder, List<MashupJar> jars, JarCopies copies, @Nullable ScriptFolder scripts) {
        this.folder = folder;
        this.jars = List.copyOf(jars);
        this.copies = copies;
        this.scripts = scripts;
    }

    /** Returns an instance without mashups. */
    public static MashupFolder none() {
        return new MashupFolder(null, List.of(), new JarCopies(), null);
    }

    /**
     * Opens {@code folder} for its scripts alone.
     *
     * @throws ConfigurationException if there is none, or a file is invalid; it lists all problems, with their files
     */
    public static MashupFolder ofScripts(Path folder) {
        List<String> problems = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            problems.add(noFolder(folder) + "; expected a folder with scripts");
            throw new ConfigurationException(problems);
        }
        ScriptFolder read = ScriptFolder.read(folder, problems);
        if (problems.isEmpty() && read.files().scripts().isEmpty()) {
            problems.add(folder + ": no script in the folder; expected a file of the name *" + ScriptFiles.EXTENSION);
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return new MashupFolder(null, List.of(), new JarCopies(), read);
    }

    /**
     * Opens {@code folder}.
     *
     * @param served the mashups of the server itself, whose paths and names are taken
     * @throws ConfigurationException if the folder, a JAR or a mashup is invalid, or there is neither a mashup nor a script nor
     *     a filter; it lists all problems, with file and class
     */
    public static MashupFolder open(Path folder, Collection<? extends Class<? extends MashupServlet>> served) {
        List<String> problems = new ArrayList<>();
        List<MashupJar> jars = new ArrayList<>();
        JarCopies copies = new JarCopies();
        try {
            ScriptFolder scripts = isFolder(folder, problems) ? ScriptFolder.read(folder, problems) : null;
            for (Path file : files(folder, scripts, problems)) {
                try {
                    jars.add(MashupJar.open(file, copies, problems));
                } catch (IOException x) {
                    problems.add(file + ": cannot open: " + x.getMessage());
                }
            }
            MashupFolder opened = new MashupFolder(folder, jars, copies, scripts);
            opened.check(served, problems);
            return opened;
        } catch (RuntimeException | Error x) {
            new MashupFolder(folder, jars, copies, null).close();
            throw x;
        }
    }

    private void check(Collection<? extends Class<? extends MashupServlet>> served, List<String> problems) {
        checkMappings(served, problems);
        checkFilters(served, problems);
        boolean empty = mashups().isEmpty()
                && filters().isEmpty()
                && scripts().stream().allMatch(each -> each.scripts().isEmpty());
        if (problems.isEmpty() && served.isEmpty() && empty) {
            problems.add("no mashup in the JARs of " + folder
                    + ": expected a class with @WebServlet that extends MashupServlet, or a script, *.mjs");
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

    /** Returns the scripts of the folder, and of each JAR, in the order of the files' names. */
    public List<ScriptFiles> scripts() {
        return Stream.concat(
                        Stream.ofNullable(scripts).map(ScriptFolder::files),
                        jars.stream().map(MashupJar::scripts))
                .toList();
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
     * Returns a text that is another one after JARs or scripts of {@code folder} have been added, changed or removed. It is made
     * of names, sizes and times. Blocks while it looks at the files.
     */
    public static String look(Path folder) {
        return JarFiles.look(folder) + ScriptFolder.look(folder);
    }

    /** Returns the JARs and the files of scripts whose contents are not those that were opened, the new ones and those that are gone. Reads all. */
    List<Path> changedFiles() {
        List<Path> changed = new ArrayList<>();
        if (folder != null) {
            changed.addAll(changedJars(folder));
        }
        if (scripts != null) {
            changed.addAll(scripts.changedFiles());
        }
        return changed;
    }

    private Set<Path> changedJars(Path folder) {
        Map<Path, String> opened = new TreeMap<>();
        jars.forEach(jar -> opened.put(jar.file(), jar.digest()));
        Map<Path, String> now = JarFiles.digests(folder);
        Set<Path> files = new TreeSet<>(opened.keySet());
        files.addAll(now.keySet());
        files.removeIf(file -> Objects.equals(opened.get(file), now.get(file)));
        return files;
    }

    private static boolean isFolder(Path folder, List<String> problems) {
        boolean isFolder = Files.isDirectory(folder);
        if (!isFolder) {
            problems.add(noFolder(folder) + "; expected a folder with JARs or scripts");
        }
        return isFolder;
    }

    private static String noFolder(Path folder) {
        return folder + (Files.exists(folder) ? ": not a folder" : ": no such folder");
    }

    /** Returns the JARs; scripts that cannot be read are problems of their own. */
    private static List<Path> files(Path folder, @Nullable ScriptFolder scripts, List<String> problems) {
        if (scripts == null) {
            return List.of();
        }
        try {
            List<Path> files = JarFiles.of(folder);
            if (files.isEmpty()
                    && problems.isEmpty()
                    && scripts.files().scripts().isEmpty()) {
                problems.add(folder + ": no JAR and no script in the folder; expected at least one");
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
