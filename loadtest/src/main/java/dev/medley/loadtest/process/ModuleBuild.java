package dev.medley.loadtest.process;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The module of scripts in the folder of Medley's sources: it is built when a script needs it, and again when a source is newer, of the
 * server too, because it is compiled against that.
 */
public final class ModuleBuild {

    private static final String MODULE = "mashup-server/mashup-js";
    private static final String POM = "pom.xml";
    private static final List<String> FOLDERS =
            List.of("partner-stubs", "broker-core", "loadtest", "mashup-server", MODULE);

    private final Path home;
    private final PrintStream err;

    /**
     * Creates a build.
     *
     * @param home the folder of Medley's sources
     * @param err takes messages and progress
     */
    public ModuleBuild(Path home, PrintStream err) {
        this.home = home;
        this.err = err;
    }

    /** Returns the folder of the sources that this code comes from, if it does, as from a checkout. */
    public static Optional<Path> sources() {
        // Of the module, and not of any project: a copy of the JAR may be below another one.
        return ProjectFolder.find(MODULE + "/" + POM)
                .map(pom -> pom.resolve("../../..").normalize());
    }

    /**
     * Returns the folder of JARs. Blocks while it is built.
     *
     * @throws IOException if the build fails; the end of its output has been printed then
     */
    public Path folder() throws IOException, InterruptedException {
        Path folder = home.resolve(MODULE).resolve("target/quick/modules");
        for (Optional<Path> jar = jar(folder); jar.isEmpty() || isOlder(jar.get()); jar = jar(folder)) {
            MavenBuild build = new MavenBuild(home, err);
            if (build.run(
                    "Building the module of scripts...",
                    List.of("-pl", MODULE, "-am", "package"),
                    // A source that has changed since then is newer.
                    begun -> Files.setLastModifiedTime(jar(folder).orElseThrow(() -> noJar(folder)), begun))) {
                break;
            }
        }
        return folder;
    }

    private static IOException noJar(Path folder) {
        return new IOException("the build has made no mashup-js-*.jar in " + folder);
    }

    private static Optional<Path> jar(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "mashup-js-*.jar")) {
            for (Path jar : jars) {
                return Optional.of(jar);
            }
        }
        return Optional.empty();
    }

    private boolean isOlder(Path jar) throws IOException {
        FileTime built = Files.getLastModifiedTime(jar);
        List<Path> roots = new ArrayList<>(List.of(home.resolve(POM)));
        for (String folder : FOLDERS) {
            roots.add(home.resolve(folder).resolve(POM));
            roots.add(home.resolve(folder).resolve("src/main"));
        }
        for (Path root : roots) {
            // Folders count, too: their time changes when a file in them is deleted.
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.toList()) {
                    if (Files.getLastModifiedTime(file).compareTo(built) > 0) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
