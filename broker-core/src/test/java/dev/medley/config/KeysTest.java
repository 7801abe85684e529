package dev.medley.config;

import static dev.medley.config.Given.NOTHING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.medley.partner.PartnerSettings;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** No key is forgotten anywhere: in the code, in the ready configuration, in the documentation. */
class KeysTest {

    private static final ConfigurationSchema SCHEMA = ConfigurationSchema.load();
    private static final Path READY = Path.of("../config/medley.yaml");
    private static final Path DOCUMENTATION = Path.of("../docs/configuration.md");
    private static final String PARTNER = "weather";
    private static final Map<String, String> URL = Map.of("partners.weather.url", "http://127.0.0.1:9001");

    /** A value for each key that is not its default. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("server.port", "9090"),
            Map.entry("server.host", "127.0.0.2"),
            Map.entry("server.admin.port", "9091"),
            Map.entry("server.admin.host", "127.0.0.3"),
            Map.entry("server.threads", "17"),
            Map.entry("server.execution", "blocking"),
            Map.entry("server.deadline", "11s"),
            Map.entry("server.drain", "12s"),
            Map.entry("server.idle-timeout", "13s"),
            Map.entry("server.accept-backlog", "14"),
            Map.entry("server.max-request-body", "15KiB"),
            Map.entry("server.max-waiting", "16"),
            Map.entry("server.access-log", "false"),
            Map.entry("partners.weather.url", "http://127.0.0.1:9002"),
            Map.entry("partners.weather.max-connections", "17"),
            Map.entry("partners.weather.max-queued", "18"),
            Map.entry("partners.weather.timeout", "19s"),
            Map.entry("partners.weather.attempt-timeout", "20s"),
            Map.entry("partners.weather.connect-timeout", "21s"),
            Map.entry("partners.weather.idle-timeout", "22s"),
            Map.entry("partners.weather.keep-alive", "23s"),
            Map.entry("partners.weather.retries", "24"),
            Map.entry("partners.weather.connect-retries", "25"),
            Map.entry("partners.weather.max-body", "26KiB"));

    @ParameterizedTest
    @MethodSource("keysWithAChoice")
    void everyKeyOfTheSchemaIsRead(Key key) throws ReflectiveOperationException {
        Configuration usual = ConfigurationReader.defaults(NOTHING, URL);
        Configuration changed =
                ConfigurationReader.defaults(NOTHING, with(key, VALUES.getOrDefault(key.toString(), "no value here")));

        assertThat(setting(changed, key)).isNotEqualTo(setting(usual, key));
        assertThat(changed.given()).containsEntry(key.toString(), "--set " + key);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyKeyCanComeFromAVariable(Key key) {
        String value = VALUES.getOrDefault(key.toString(), "http/1.1");

        assertThat(ConfigurationReader.defaults(Map.of(key.variable(), value), urlUnless(key)))
                .usingRecursiveComparison()
                .ignoringFields("given")
                .isEqualTo(ConfigurationReader.defaults(NOTHING, with(key, value)));
    }

    @ParameterizedTest
    @MethodSource("keysWithADefault")
    void theDefaultInTheSchemaIsTheOneInTheCode(Key key) {
        Configuration usual = ConfigurationReader.defaults(NOTHING, URL);
        Configuration spelledOut = ConfigurationReader.defaults(NOTHING, with(key, defaultOf(key)));

        assertThat(spelledOut)
                .usingRecursiveComparison()
                .ignoringFields("given")
                .isEqualTo(usual);
    }

    @Test
    void everySettingHasAKey() {
        assertThat(Stream.of(ServerSettings.class.getRecordComponents())
                        .map(component -> Key.of("server").child(kebab(component))))
                .allSatisfy(key -> assertThat(SCHEMA.find(key)).as("%s", key).isNotNull());
        assertThat(Stream.of(PartnerSettings.class.getRecordComponents())
                        .filter(component -> !component.getName().equals("name"))
                        .map(component -> Key.of("partners").child(PARTNER).child(kebab(component))))
                .allSatisfy(key -> assertThat(SCHEMA.find(key)).as("%s", key).isNotNull());
    }

    @Test
    void theReadyConfigurationIsRight() {
        Configuration configuration = ConfigurationReader.read(READY, NOTHING, NOTHING);

        assertThat(configuration.server()).isEqualTo(ServerSettings.builder().build());
        assertThat(configuration.partners())
                .extracting(partner -> partner.name() + " " + partner.url())
                .containsExactly(
                        "weather http://127.0.0.1:9001", "hotels http://127.0.0.1:9002", "news http://127.0.0.1:9003");
    }

    @Test
    void theReadyConfigurationShowsEveryKey() throws IOException {
        String everything = Files.readString(READY).replaceAll("(?m)^( *)#(?=[a-z-]+:)", "$1");

        Configuration configuration = Given.file(everything);

        assertThat(configuration.given().keySet())
                .containsAll(keys().map(Key::toString).toList());
        assertThat(configuration.server())
                .usingRecursiveComparison()
                .ignoringFields("deadline")
                .isEqualTo(ServerSettings.builder().build());
        assertThat(configuration.partners())
                .isEqualTo(ConfigurationReader.read(READY, NOTHING, NOTHING).partners());
    }

    @Test
    void theReadyConfigurationNamesItsSchema() throws IOException {
        String firstLine = Files.readAllLines(READY).get(0);
        Path schema = READY.resolveSibling(firstLine.substring(firstLine.indexOf('=') + 1));

        assertThat(firstLine).startsWith("# yaml-language-server: $schema=");
        assertThat(schema).exists();
    }

    @Test
    void theDocumentationHasEveryKeyWithItsDefaultAndNoOther() throws IOException {
        List<String> rows = Files.readAllLines(DOCUMENTATION).stream()
                .filter(line -> line.matches("\\| `(server|partners)\\..*"))
                .toList();

        assertThat(rows)
                .extracting(row -> row.split("`", -1)[1])
                .containsExactlyInAnyOrderElementsOf(SCHEMA.valueKeys().stream()
                        .map(Key::toString)
                        .filter(key -> !key.isEmpty())
                        .toList());
        keysWithADefault()
                .forEach(key -> assertThat(rows)
                        .filteredOn(row -> row.startsWith("| `" + anyName(key) + "` |"))
                        .singleElement()
                        .asString()
                        .endsWith("| `" + defaultOf(key) + "` |"));
    }

    @Test
    void theDocumentationNamesTheVariablesThatAreForSomethingElse() throws IOException {
        assertThat(Files.readString(DOCUMENTATION))
                .contains(Overrides.RESERVED.stream()
                        .map(name -> "`" + name + "`")
                        .toList());
    }

    @Test
    void theExampleInTheDocumentationIsRight() throws IOException {
        List<String> examples = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCUMENTATION))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();

        assertThat(examples)
                .isNotEmpty()
                .allSatisfy(yaml -> assertThatCode(() -> Given.file(yaml)).doesNotThrowAnyException());
    }

    static Stream<Key> keys() {
        return SCHEMA.valueKeys().stream()
                .map(key -> Key.of(key.toString().replace(ConfigurationSchema.ANY_NAME, PARTNER)));
    }

    /** Without the protocol, of which there is only one. */
    static Stream<Key> keysWithAChoice() {
        return keys().filter(key -> !key.name().equals("protocol"));
    }

    static Stream<Key> keysWithADefault() {
        return keys().filter(key -> !defaultOf(key).isEmpty());
    }

    private static String defaultOf(Key key) {
        JsonNode section = SCHEMA.get(key.parent()).schema();
        return section.path("properties").path(key.name()).path("default").asString("");
    }

    private static String anyName(Key key) {
        return key.toString().replace("partners." + PARTNER, "partners." + ConfigurationSchema.ANY_NAME);
    }

    private static Map<String, String> with(Key key, String value) {
        Map<String, String> values = new HashMap<>(URL);
        values.put(key.toString(), value);
        return values;
    }

    private static Map<String, String> urlUnless(Key key) {
        return URL.containsKey(key.toString()) ? NOTHING : URL;
    }

    private static String kebab(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** The setting that is called as the key is. */
    private static @Nullable Object setting(Configuration configuration, Key key) throws ReflectiveOperationException {
        List<String> names = new ArrayList<>(key.names());
        boolean ofServer = names.remove(0).equals("server");
        if (!ofServer) {
            names.remove(0);
        }
        Object settings =
                ofServer ? configuration.server() : configuration.partners().get(0);
        for (String name : names.subList(0, names.size() - 1)) {
            settings = Objects.requireNonNull(component(settings, name));
        }
        return component(settings, names.get(names.size() - 1));
    }

    private static @Nullable Object component(Object settings, String name) throws ReflectiveOperationException {
        String camel = Pattern.compile("-([a-z])")
                .matcher(name)
                .replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT));
        return settings.getClass().getMethod(camel).invoke(settings);
    }
}
