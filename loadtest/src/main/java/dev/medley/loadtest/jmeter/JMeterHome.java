package dev.medley.loadtest.jmeter;

import dev.medley.loadtest.process.ProjectFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a JMeter: the user's own, or the one that the build of this module assembles.
 *
 * @param path the folder that has {@code bin/ApacheJMeter.jar} in it
 */
public record JMeterHome(Path path) {

    private static final Path BUILT = Path.of("loadtest", "target", "jmeter");

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
     * {@code JMETER_HOME}, or else the one that was built.
     *
     * @param named on the command line, if so
     * @throws JMeterException if there is none, or none in the folder that was named first
     */
    public static JMeterHome find(@Nullable Path named) {
        return find(named, System.getenv("JMETER_HOME"), ProjectFolder.code());
    }

    /**
     * As {@link #find(Path)}, with what it looks at.
     *
     * @param environment the value of {@code JMETER_HOME}, if it is set
     * @param code the JAR or folder that this class is loaded from, if it is known
     */
    static JMeterHome find(@Nullable Path named, @Nullable String environment, @Nullable Path code) {
        if (named != null) {
            return new JMeterHome(named);
        }
        if (environment != null && !environment.isBlank()) {
            return new JMeterHome(Path.of(environment));
        }
        for (Path folder = code; folder != null; folder = folder.getParent()) {
            Path built = folder.resolve(BUILT);
            if (holdsJMeter(built)) {
                return new JMeterHome(built);
            }
        }
        throw new JMeterException(
                "there is no JMeter yet: run ./mvnw package, or name a JMeter of your own by --jmeter DIR"
                        + " or by the environment variable JMETER_HOME");
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
