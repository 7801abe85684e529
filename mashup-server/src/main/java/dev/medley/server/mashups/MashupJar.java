package dev.medley.server.mashups;

import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * One JAR, with a class loader of its own. Only mashups are loaded: the other classes are looked at as files, to know
 * which those are.
 */
final class MashupJar implements AutoCloseable {

    private static final String CLASS = ".class";
    private static final String EXAMPLE = "such as @WebServlet(\"/trip\")";

    private final Path file;
    private final List<String> problems;
    private final URLClassLoader loader;
    private final Map<String, ClassFile> classes = new LinkedHashMap<>();
    private final List<MashupClass> mashups = new ArrayList<>();
    private final List<MashupServlet> servlets = new ArrayList<>();

    private MashupJar(Path file, List<String> problems) throws IOException {
        this.file = file;
        this.problems = problems;
        loader = new URLClassLoader(
                file.getFileName().toString(), new URL[] {file.toUri().toURL()}, MashupServlet.class.getClassLoader());
    }

    /**
     * Opens {@code file} and makes its mashups.
     *
     * @param problems collects what is wrong, in a line each
     */
    static MashupJar open(Path file, List<String> problems) throws IOException {
        MashupJar jar = new MashupJar(file, problems);
        jar.read();
        jar.classes.values().stream().filter(jar::isCandidate).forEach(jar::load);
        jar.classes.clear();
        return jar;
    }

    List<MashupClass> mashups() {
        return mashups;
    }

    List<MashupServlet> servlets() {
        return servlets;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    private void read() {
        try (JarFile jar = new JarFile(file.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                // Below META-INF are classes for other versions of Java; each has one in its place that counts.
                if (name.endsWith(CLASS) && !name.startsWith("META-INF/")) {
                    read(jar, entry);
                }
            }
        } catch (IOException | SecurityException x) {
            problems.add(file + ": is no JAR that can be read: " + x.getMessage());
        }
    }

    private void read(JarFile jar, JarEntry entry) {
        try (InputStream in = jar.getInputStream(entry)) {
            ClassFile read = ClassFile.read(in);
            classes.put(read.name(), read);
        } catch (EOFException x) {
            problems.add("%s: %s is no class file: it ends too early".formatted(file, entry.getName()));
        } catch (IOException x) {
            problems.add("%s: %s is no class file: %s".formatted(file, entry.getName(), x.getMessage()));
        }
    }

    /** Whether it is a mashup, or claims to be a servlet and nobody can tell what kind. */
    private boolean isCandidate(ClassFile read) {
        return !read.isAbstract()
                && switch (kinship(read)) {
                    case MASHUP -> true;
                    case UNKNOWN -> read.annotated();
                    case OTHER -> false;
                };
    }

    /** What a class is, as far as can be told without loading it. */
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
            problems.add("%s needs Java %d, this is %d".formatted(label, read.java(), running));
            return;
        }
        String missing = missing(read);
        if (missing != null) {
            problems.add(label + " needs the class " + missing);
            return;
        }
        try {
            Class<?> type = Class.forName(read.name(), false, loader);
            // One that the server has too is the server's, and served by it if it is.
            if (type.getClassLoader() == loader && MashupServlet.class.isAssignableFrom(type)) {
                make(type.asSubclass(MashupServlet.class), label);
            }
        } catch (ClassNotFoundException | LinkageError x) {
            problems.add(label + " cannot be loaded: " + x);
        }
    }

    /** What it uses and nobody has; found now, and not by the first request. */
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

    private void make(Class<? extends MashupServlet> type, String label) {
        WebServlet annotation = type.getAnnotation(WebServlet.class);
        if (annotation == null) {
            problems.add(label + " extends MashupServlet and has no @WebServlet that says its path, " + EXAMPLE);
            return;
        }
        Set<String> paths = new LinkedHashSet<>(List.of(annotation.value()));
        paths.addAll(List.of(annotation.urlPatterns()));
        if (!arePaths(paths, label)) {
            return;
        }
        try {
            servlets.add(type.getConstructor().newInstance());
        } catch (NoSuchMethodException | IllegalAccessException x) {
            problems.add(label + " is not a public class with a public constructor that takes nothing");
            return;
        } catch (ReflectiveOperationException | LinkageError x) {
            problems.add(label + " cannot be made: " + (x.getCause() == null ? x : x.getCause()));
            return;
        }
        String name = annotation.name().isEmpty() ? paths.iterator().next() : annotation.name();
        mashups.add(new MashupClass(type, List.copyOf(paths), name, file));
    }

    private boolean arePaths(Set<String> paths, String label) {
        if (paths.isEmpty()) {
            problems.add(label + ": its @WebServlet says no path, " + EXAMPLE);
            return false;
        }
        for (String path : paths) {
            if (!path.isEmpty() && !path.startsWith("/") && !path.startsWith("*.")) {
                problems.add("%s: its @WebServlet has the path '%s'; expected one that begins with a slash, %s"
                        .formatted(label, path, EXAMPLE));
                return false;
            }
        }
        return true;
    }
}
