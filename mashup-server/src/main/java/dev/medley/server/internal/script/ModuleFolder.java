package dev.medley.server.internal.script;

import dev.medley.config.ConfigurationException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder with the JARs of the module of scripts. They have one class loader for the process, whose parent is the server's: it is
 * made with the first script, and stays. Thread-safe.
 */
public final class ModuleFolder implements EngineSource {

    private static final String SERVICE = "META-INF/services/" + ScriptEngine.class.getName();
    private static final String EXPECTED = "expected a folder with the JARs of the module mashup-js";

    private final Path folder;
    private @Nullable ScriptEngine engine;

    /** Creates a source; whether there is such a folder is checked with the first script. */
    public ModuleFolder(Path folder) {
        this.folder = folder;
    }

    @Override
    public synchronized ScriptEngine engine(String script) {
        ScriptEngine loaded = engine;
        if (loaded == null) {
            loaded = load();
            engine = loaded;
        }
        return loaded;
    }

    @SuppressWarnings("resource") // Open as long as the process.
    private ScriptEngine load() {
        try {
            List<URL> urls = new ArrayList<>();
            for (Path jar : jars()) {
                urls.add((hasEngine(jar) ? copy(jar) : jar).toUri().toURL());
            }
            URLClassLoader loader =
                    new URLClassLoader("medley-modules", urls.toArray(URL[]::new), ScriptEngine.class.getClassLoader());
            return Engines.in(loader, folder.toString())
                    .orElseThrow(() -> failure("no JAR of the folder has an engine for scripts; " + EXPECTED));
        } catch (IOException x) {
            throw failure("cannot read: " + x);
        }
    }

    private List<Path> jars() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw failure((Files.exists(folder) ? "not a folder; " : "no such folder; ") + EXPECTED);
        }
        try (Stream<Path> listed = Files.list(folder)) {
            return listed.filter(file -> file.getFileName()
                            .toString()
                            .toLowerCase(Locale.ROOT)
                            .endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    private boolean hasEngine(Path jar) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            return opened.getEntry(SERVICE) != null;
        } catch (IOException x) {
            throw new IOException(jar.getFileName() + " is not a readable JAR: " + x.getMessage(), x);
        }
    }

    /**
     * A build overwrites the JAR of the engine, and the JVM keeps the table of contents of a JAR that it has opened. The others have
     * their versions in their names, and stay as they are.
     */
    private static Path copy(Path jar) throws IOException {
        Path copy = Files.createTempFile("medley-module-", ".jar");
        copy.toFile().deleteOnExit();
        Files.write(copy, Files.readAllBytes(jar));
        return copy;
    }

    private ConfigurationException failure(String text) {
        return new ConfigurationException(List.of(folder + ": " + text));
    }
}
