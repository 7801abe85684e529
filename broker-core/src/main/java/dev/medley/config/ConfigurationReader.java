package dev.medley.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * Reads the configuration. A value comes from a flag; if there is none, from an environment variable; if there is none,
 * from the file; otherwise it has its default.
 */
public final class ConfigurationReader {

    private static final String DEFAULTS = "defaults";

    private ConfigurationReader() {}

    /**
     * Reads a file.
     *
     * @param file in YAML
     * @param environment the environment variables, of which those that begin with MEDLEY_ count
     * @param overrides values of flags by dotted key, such as {@code server.port}
     * @throws ConfigurationException naming all that is wrong
     */
    public static Configuration read(Path file, Map<String, String> environment, Map<String, String> overrides) {
        return parse(file.toString(), ConfigurationFile.read(file), environment, overrides);
    }

    /**
     * Reads a text.
     *
     * @param name what messages call it
     * @param yaml the text
     * @param environment the environment variables, of which those that begin with MEDLEY_ count
     * @param overrides values of flags by dotted key, such as {@code server.port}
     * @throws ConfigurationException naming all that is wrong
     */
    public static Configuration parse(
            String name, String yaml, Map<String, String> environment, Map<String, String> overrides) {
        Problems problems = new Problems();
        Document document = YamlReader.read(name, yaml, problems);
        problems.throwIfAny();
        return complete(document, environment, overrides);
    }

    /**
     * The configuration without a file.
     *
     * @param environment the environment variables, of which those that begin with MEDLEY_ count
     * @param overrides values of flags by dotted key, such as {@code server.port}
     * @throws ConfigurationException naming all that is wrong
     */
    public static Configuration defaults(Map<String, String> environment, Map<String, String> overrides) {
        return complete(new Document(Origin.file(DEFAULTS, 0)), environment, overrides);
    }

    private static Configuration complete(
            Document document, Map<String, String> environment, Map<String, String> overrides) {
        Problems problems = new Problems();
        ConfigurationSchema schema = ConfigurationSchema.load();
        new Overrides(schema, document, problems).apply(environment, overrides);
        new SchemaCheck(schema, document, problems).run();
        problems.throwIfAny();
        new CrossCheck(document, problems).run();
        problems.throwIfAny();
        return new SettingsReader(document, schema).read();
    }
}
