package dev.medley.server.internal.reload;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A file with a configuration, and what overrides it.
 *
 * @param path of the file
 * @param environment the environment variables
 * @param flags the values of flags, by dotted key
 * @param additions adds to the configuration what a program gives
 */
public record ConfigurationFile(
        Path path, Map<String, String> environment, Map<String, String> flags, UnaryOperator<Configuration> additions) {

    /** Takes copies. */
    public ConfigurationFile {
        environment = Map.copyOf(environment);
        flags = Map.copyOf(flags);
    }

    /** Creates one without additions. */
    public ConfigurationFile(Path path, Map<String, String> environment, Map<String, String> flags) {
        this(path, environment, flags, UnaryOperator.identity());
    }

    /**
     * Reads the file. Blocks meanwhile.
     *
     * @throws dev.medley.config.ConfigurationException with all problems, each with file, line and key
     */
    public Configuration read() {
        return additions.apply(ServerConfiguration.READER.read(path, environment, flags));
    }
}
