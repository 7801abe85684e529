package dev.medley.config;

import dev.medley.partner.PartnerSettings;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Reads the configuration. A value comes from a flag; if there is none, from an environment variable; if there is none,
 * from the file; otherwise it has its default.
 */
public final class ConfigurationReader {

    /** All keys. */
    static final ConfigurationSchema SCHEMA =
            new ConfigurationSchema(Group.of("The configuration of Medley, a server-side"
                            + " mashup broker. Every value can be overridden: server.port by the environment variable"
                            + " MEDLEY_SERVER_PORT or the flag --set server.port=8080")
                    .add("server", ServerSettings.KEYS)
                    .add(
                            "partners",
                            Group.named(
                                    "The partners whose answers go into mashups, by the names that mashups use: lower-case"
                                            + " letters, digits and hyphens after a letter",
                                    PartnerSettings.NAMES,
                                    PartnerSettings.KEYS)));

    private static final String DEFAULTS = "defaults";
    private static final Key SERVER = Key.of("server");
    private static final Key PARTNERS = Key.of("partners");

    private ConfigurationReader() {}

    /**
     * Reads a file.
     *
     * @param file in YAML
     * @param environment the environment variables, of which those that begin with MEDLEY_ count
     * @param overrides values of flags by dotted key, such as {@code server.port}
     * @throws ConfigurationException with all problems
     */
    public static Configuration read(Path file, Map<String, String> environment, Map<String, String> overrides) {
        return parse(file.toString(), text(file), environment, overrides);
    }

    /**
     * Reads a text.
     *
     * @param name the source, for messages
     * @param yaml the text
     * @param environment the environment variables, of which those that begin with MEDLEY_ count
     * @param overrides values of flags by dotted key, such as {@code server.port}
     * @throws ConfigurationException with all problems
     */
    public static Configuration parse(
            String name, String yaml, Map<String, String> environment, Map<String, String> overrides) {
        Problems problems = new Problems();
        Document document = YamlReader.read(name, yaml, problems);
        problems.throwIfAny();
        return complete(document, environment, overrides);
    }

    /**
     * Returns the configuration without a file.
     *
     * @param environment the environment variables, of which those that begin with MEDLEY_ count
     * @param overrides values of flags by dotted key, such as {@code server.port}
     * @throws ConfigurationException with all problems
     */
    public static Configuration defaults(Map<String, String> environment, Map<String, String> overrides) {
        return complete(new Document(SourceLocation.file(DEFAULTS, 0)), environment, overrides);
    }

    private static Configuration complete(
            Document document, Map<String, String> environment, Map<String, String> overrides) {
        check(SCHEMA, document, environment, overrides);
        Problems problems = new Problems();
        new CrossCheck(document, problems).run();
        problems.throwIfAny();
        ServerSettings server = new ServerSettings(
                settings(ServerSettings.KEYS, document, SERVER).build("server"));
        List<PartnerSettings> partners = document.names(PARTNERS).stream()
                .map(name -> partner(name, document))
                .toList();
        return new Configuration(server, partners, given(document));
    }

    /**
     * Applies the overrides, and checks every value by itself.
     *
     * @throws ConfigurationException with all problems
     */
    static void check(
            ConfigurationSchema schema, Document document, Map<String, String> environment, Map<String, String> flags) {
        Problems problems = new Problems();
        new Overrides(schema, document, problems).apply(environment, flags);
        new SchemaCheck(schema, document, problems).run();
        problems.throwIfAny();
    }

    /** Reads the values of a section that has been checked. */
    static Settings.Builder settings(Group group, Document document, Key section) {
        Settings.Builder settings = new Settings.Builder(group);
        group.settings()
                .forEach(setting -> read(setting, document.at(section.child(Key.of(setting.path()))), settings));
        return settings;
    }

    private static <T> void read(Setting<T> setting, JsonNode value, Settings.Builder settings) {
        if (!value.isMissingNode()) {
            settings.set(setting, setting.parser().read(value));
        }
    }

    private static PartnerSettings partner(String name, Document document) {
        Settings.Builder settings = settings(PartnerSettings.KEYS, document, PARTNERS.child(name));
        return new PartnerSettings(name, settings.build("partner " + name));
    }

    private static Map<String, String> given(Document document) {
        Map<String, String> given = new LinkedHashMap<>();
        document.values().keySet().stream()
                .filter(key -> SCHEMA.find(key) instanceof Setting)
                .forEach(key -> given.put(key.toString(), document.location(key).label(key)));
        return given;
    }

    private static String text(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw problem(file, 0, "is a directory; expected a YAML file");
            }
            return decode(file, Files.readAllBytes(file));
        } catch (NoSuchFileException x) {
            throw problem(file, 0, "there is no such file; expected a YAML file");
        } catch (AccessDeniedException x) {
            throw problem(file, 0, "may not be read; expected a file that this user may read");
        } catch (IOException x) {
            throw problem(file, 0, "cannot be read; " + x);
        }
    }

    private static String decode(Path file, byte[] bytes) {
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true);
        text.flip();
        if (result.isError()) {
            int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
            throw problem(file, line, "is not UTF-8; expected a file in that encoding");
        }
        return text.toString();
    }

    private static ConfigurationException problem(Path file, int line, String text) {
        return new ConfigurationException(
                List.of(SourceLocation.file(file.toString(), line).label(Key.ROOT) + ": " + text));
    }
}
