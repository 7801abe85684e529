package dev.medley.loadtest.jmeter;

import dev.medley.loadtest.process.MavenBuild;
import dev.medley.loadtest.process.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a JMeter: the user's own, or the one that the build of this module assembles.
 *
 * @param path the folder that has {@code bin/ApacheJMeter.jar} in it
 */
public record JMeterHome(Path path) {

    private static final Path BUILT = Path.of("loadtest", "target", "jmeter");
    private static final Path SOURCES = Path.of("loadtest", "pom.xml");

    /**
     * Creates the home.
     *
     * @throws JMeterException if there is no JMeter in {@code path}
     */
    public JMeterHome {
        if (!holdsJMeter(path)) {
            throw new JMeterException("there is no JMeter in " + path + ": it has no bin/ApacheJMeter.jar");
        }
    }

    /**
     * Finds a JMeter: the one that was named on the command line, or else that of the environment variable
     * {@code JMETER_HOME}, or else the one that was built. In the folder of Medley's sources that one is downloaded and built if
     * it is missing, which takes as long as Maven does.
     *
     * @param named on the command line, if so
     * @throws JMeterException if there is none, or none in the folder that was named first, or the download fails
     */
    public static JMeterHome find(@Nullable Path named) {
        return find(named, System.getenv("JMETER_HOME"), ProjectFolder.code(), JMeterHome::download);
    }

    /**
     * As {@link #find(Path)}, with what it looks at.
     *
     * @param environment the value of {@code JMETER_HOME}, if it is set
     * @param code the JAR or folder that this class is loaded from, if it is known
     * @param download builds a JMeter in the folder of Medley's sources
     */
    static JMeterHome find(
            @Nullable Path named, @Nullable String environment, @Nullable Path code, Consumer<Path> download) {
        if (named != null) {
            return new JMeterHome(named);
        }
        if (environment != null && !environment.isBlank()) {
            return new JMeterHome(Path.of(environment));
        }
        for (Path folder = code; folder != null; folder = folder.getParent()) {
            Path built = folder.resolve(BUILT);
            if (!holdsJMeter(built) && Files.exists(folder.resolve(SOURCES))) {
                download.accept(folder);
            }
            if (holdsJMeter(built)) {
                return new JMeterHome(built);
            }
        }
        throw new JMeterException(
                "there is no JMeter: run ./medley in the folder of its sources, which downloads one, or name a JMeter of your own by --jmeter DIR"
                        + " or by the environment variable JMETER_HOME");
    }

    private static void download(Path sources) {
        List<String> arguments = List.of("-Pjmeter", "-pl", "loadtest", "-am", "process-test-resources");
        try {
            MavenBuild build = new MavenBuild(sources, System.err);
            // After having waited for another process it is there, if that one has downloaded it.
            while (!build.run("Downloading JMeter (once)...", arguments, begun -> {})
                    && !holdsJMeter(sources.resolve(BUILT))) {}
        } catch (IOException x) {
            throw new JMeterException(
                    "JMeter cannot be downloaded: " + x.getMessage() + "; --load driver runs without it", x);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new JMeterException("JMeter cannot be downloaded: interrupted", x);
        }
    }

    Path jar() {
        return jar(path);
    }

    private static Path jar(Path path) {
        return path.resolve("bin").resolve("ApacheJMeter.jar");
    }

    private static boolean holdsJMeter(Path path) {
        return Files.isRegularFile(jar(path));
    }
}
