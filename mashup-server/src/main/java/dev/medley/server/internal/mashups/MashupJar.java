package dev.medley.server.internal.mashups;

import dev.medley.server.internal.script.ScriptFiles;
import dev.medley.server.internal.script.ScriptJar;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** A JAR with a class loader of its own, on a copy of the file. Only mashups and filters are loaded; to find them, all classes are read as files. */
final class MashupJar implements AutoCloseable {

    private static final String CLASS = ".class";

    private final Path file;
    private final List<String> problems;
    private final JarCopies.Copy copy;
    private final URLClassLoader loader;
    private final Map<String, ClassFile> classes = new LinkedHashMap<>();
    private final List<MashupClass> mashups = new ArrayList<>();
    private final List<MashupServlet> servlets = new ArrayList<>();
    private final List<MappedFilter> filters = new ArrayList<>();
    private ScriptFiles scripts;

    private MashupJar(Path file, JarCopies.Copy copy, List<String> problems) throws IOException {
        this.file = file;
        this.copy = copy;
        this.problems = problems;
        scripts = new ScriptFiles(file.toString(), Map.of());
        loader = new URLClassLoader(
                file.getFileName().toString(),
                new URL[] {copy.file().toUri().toURL()},
                MashupServlet.class.getClassLoader());
    }

    /**
     * Opens {@code file} and instantiates its mashups and filters.
     *
     * @param copies has the copy that is used
     * @param problems collects the problems of the file and its classes, one line each
     */
    static MashupJar open(Path file, JarCopies copies, List<String> problems) throws IOException {
        MashupJar jar = new MashupJar(file, copies.copy(file), problems);
        try {
            jar.read();
            jar.classes.values().stream().filter(jar::isCandidate).forEach(jar::load);
        } catch (RuntimeException | Error x) {
            jar.close();
            throw x;
        }
        jar.filters.sort(Comparator.comparing(each -> each.filter().getClass().getName()));
        jar.classes.clear();
        return jar;
    }

    List<MashupClass> mashups() {
        return mashups;
    }

    List<MashupServlet> servlets() {
        return servlets;
    }

    /** Returns the filters, by the names of their classes. */
    List<MappedFilter> filters() {
        return filters;
    }

    /** Returns the scripts at its root. */
    ScriptFiles scripts() {
        return scripts;
    }

    Path file() {
        return file;
    }

    /** Returns the digest of the content. */
    String digest() {
        return copy.digest();
    }

    @Override
    public String toString() {
        return file.toString();
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    private void read() {
        try (JarFile jar = new JarFile(copy.file().toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                // Below META-INF are variants for other versions of Java; the base class is checked in their place.
                if (name.endsWith(CLASS) && !name.startsWith("META-INF/")) {
                    read(jar, entry);
                }
            }
            scripts = ScriptJar.read(file, jar, problems);
        } catch (IOException | SecurityException x) {
            problems.add(file + ": not a readable JAR: " + x.getMessage());
        }
    }

    private void read(JarFile jar, JarEntry entry) {
        try (InputStream in = jar.getInputStream(entry)) {
            ClassFile read = ClassFile.read(in.readAllBytes());
            classes.put(read.name(), read);
        } catch (IOException x) {
            problems.add("%s: %s is not a valid class file: %s".formatted(file, entry.getName(), x.getMessage()));
        }
    }

    /** Returns true for a mashup, for a filter, and for a servlet whose superclass is missing. */
    private boolean isCandidate(ClassFile read) {
        if (read.filter()) {
            return true;
        }
        return !read.isAbstract()
                && switch (kinship(read)) {
                    case MASHUP -> true;
                    case UNKNOWN -> read.annotated();
                    case OTHER -> false;
                };
    }

    /** The kind of a class, as far as it is known without loading it. */
    private enum Kinship {
        MASHUP,
        OTHER,
        UNKNOWN
    }

    private Kinship kinship(ClassFile read) {
        Set<String> seen = new LinkedHashSet<>();
        String parent = read.superName();
        while (parent != null && seen.add(parent)) {
            ClassFile next = classes.get(parent);
            if (next == null || parent.equals(MashupServlet.class.getName())) {
                return kinshipOfServerClass(parent);
            }
            parent = next.superName();
        }
        return Kinship.OTHER;
    }

    private static Kinship kinshipOfServerClass(String name) {
        try {
            Class<?> known = Class.forName(name, false, MashupServlet.class.getClassLoader());
            return MashupServlet.class.isAssignableFrom(known) ? Kinship.MASHUP : Kinship.OTHER;
        } catch (ClassNotFoundException | LinkageError x) {
            return Kinship.UNKNOWN;
        }
    }

    private void load(ClassFile read) {
        String label = file + ": " + read.name();
        int running = Runtime.version().feature();
        if (read.java() > running) {
            problems.add("%s is compiled for Java %d; this is Java %d".formatted(label, read.java(), running));
            return;
        }
        String missing = missing(read);
        if (missing != null) {
            problems.add(label + " needs the class " + missing);
            return;
        }
        try {
            Class<?> type = Class.forName(read.name(), false, loader);
            // A class that the server has too is loaded from the server, which serves it if it is a mashup.
            if (type.getClassLoader() == loader) {
                if (MashupServlet.class.isAssignableFrom(type) && !read.isAbstract()) {
                    instantiate(type.asSubclass(MashupServlet.class), label);
                }
                if (read.filter()) {
                    addFilter(type, label);
                }
            }
        } catch (ClassNotFoundException | LinkageError x) {
            problems.add(label + " cannot be loaded: " + x);
        }
    }

    /** Returns the first class that it uses and that cannot be loaded; reported now, not by the first request. */
    private @Nullable String missing(ClassFile read) {
        for (String name : read.references()) {
            try {
                Class.forName(name, false, loader);
            } catch (ClassNotFoundException x) {
                return name + ", which is neither in the JAR nor in the server";
            } catch (NoClassDefFoundError x) {
                return "%s, which needs %s, which is neither in the JAR nor in the server"
                        .formatted(name, String.valueOf(x.getMessage()).replace('/', '.'));
            } catch (LinkageError x) {
                return "%s, which cannot be loaded: %s".formatted(name, x.getMessage());
            }
        }
        return null;
    }

    private void addFilter(Class<?> type, String label) {
        if (!Filter.class.isAssignableFrom(type) || Modifier.isAbstract(type.getModifiers())) {
            problems.add(label + " has @WebFilter; expected a class that implements " + Filter.class.getName());
            return;
        }
        Filter filter = create(type.asSubclass(Filter.class), label);
        if (filter == null) {
            return;
        }
        try {
            filters.add(MappedFilter.of(filter, List.of()));
        } catch (IllegalArgumentException x) {
            problems.add(file + ": " + x.getMessage());
        }
    }

    private void instantiate(Class<? extends MashupServlet> type, String label) {
        ServletMapping mapping;
        try {
            mapping = ServletMapping.of(type);
        } catch (IllegalArgumentException x) {
            problems.add(file + ": " + x.getMessage());
            return;
        }
        MashupServlet mashup = create(type, label);
        if (mashup != null) {
            servlets.add(mashup);
            mashups.add(new MashupClass(type, mapping, file));
        }
    }

    private <T> @Nullable T create(Class<T> type, String label) {
        try {
            return type.getConstructor().newInstance();
        } catch (NoSuchMethodException | IllegalAccessException x) {
            problems.add(label + ": expected a public class with a public constructor without parameters");
        } catch (StackOverflowError x) {
            problems.add(notInstantiated(label, x));
        } catch (VirtualMachineError x) {
            throw x;
        } catch (ReflectiveOperationException | Error x) {
            // Reflection wraps what a constructor throws, but no error of a static initializer.
            problems.add(notInstantiated(label, x));
        }
        return null;
    }

    private static String notInstantiated(String label, Throwable failure) {
        return label + " cannot be instantiated: " + (failure.getCause() == null ? failure : failure.getCause());
    }
}
