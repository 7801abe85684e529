package dev.medley.config;

import static dev.medley.config.Given.NOTHING;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.keyword.KeywordType;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class ConfigurationSchemaTest {

    /** Those that constrain nothing, and "enum", whose values parsers check. */
    private static final Set<String> OTHER_KEYWORDS = Set.of("$schema", "description", "default", "examples", "enum");

    private static final ConfigurationSchema SCHEMA = ConfigurationReader.SCHEMA;
    private static final Map<String, String> URL = Map.of("partners.weather.url", "http://127.0.0.1:9001");

    @Test
    void theSchemaIsOneOfDraft202012() {
        Schema draft = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12));

        assertThat(draft.validate(SCHEMA.json())).isEmpty();
        assertThat(SCHEMA.json().path("$schema").asString()).isEqualTo(DialectId.DRAFT_2020_12);
    }

    @Test
    void everyKeywordOfTheSchemaIsChecked() {
        Set<String> keywords = new LinkedHashSet<>();
        collectKeywords(SCHEMA.json(), keywords);
        collectKeywords(SchemaCheckTest.LISTS.json(), keywords);
        keywords.removeAll(OTHER_KEYWORDS);

        assertThat(keywords)
                .containsExactlyInAnyOrderElementsOf(
                        SchemaCheck.KEYWORDS.stream().map(KeywordType::getValue).toList());
    }

    @Test
    void theSchemaHasTypeBoundsDefaultAndHelpOfASetting() {
        assertThat(SCHEMA.json().at("/properties/server/properties/accept-backlog"))
                .hasToString(
                        "{\"description\":\"Connections that may wait to be accepted; the operating system may have a"
                                + " lower limit (Linux: net.core.somaxconn).\",\"type\":\"integer\",\"minimum\":1,"
                                + "\"maximum\":65535,\"default\":4096}");
    }

    @Test
    void theSchemaSaysWhatHoldsWithoutAValue() {
        assertThat(SCHEMA.json()
                        .at("/properties/server/properties/max-held-bytes/description")
                        .asString())
                .endsWith(" Unset: a quarter of the maximum heap.");
    }

    /** A setting has its accessor by name: one that reads another setting, or none, shows here. */
    @ParameterizedTest
    @MethodSource("keys")
    void everySettingIsReadIntoItsAccessor(Key key) throws ReflectiveOperationException {
        Setting<?> setting = setting(key);
        String value = anotherValue(key, setting);
        Configuration usual = ConfigurationReader.defaults(NOTHING, URL);

        Configuration changed = ConfigurationReader.defaults(NOTHING, with(key, value));

        assertThat(changed.given()).containsEntry(key.toString(), "--set " + key);
        assertThat(accessor(changed, key))
                .hasToString(setting.parser().parse(value).toString());
        if (!key.name().equals("protocol")) {
            assertThat(accessor(changed, key)).isNotEqualTo(accessor(usual, key));
        }
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyKeyCanComeFromAVariable(Key key) {
        String value = anotherValue(key, setting(key));
        Map<String, String> others = key.name().equals("url") ? NOTHING : URL;

        Configuration configuration = ConfigurationReader.defaults(Map.of(key.variable(), value), others);

        Configuration flagged = ConfigurationReader.defaults(NOTHING, with(key, value));
        assertThat(configuration.server()).isEqualTo(flagged.server());
        assertThat(configuration.partners()).isEqualTo(flagged.partners());
    }

    private static Setting<?> setting(Key key) {
        return (Setting<?>) Objects.requireNonNull(SCHEMA.find(key), key::toString);
    }

    static Stream<Key> keys() {
        return SCHEMA.valueKeys().stream().map(key -> Key.of(key.toString().replace(Group.ANY_NAME, "weather")));
    }

    /** Returns a value that is not the default: the first valid one. */
    private static <T> String anotherValue(Key key, Setting<T> setting) {
        if (key.name().equals("protocol")) {
            return "http/1.1";
        }
        String usual = setting.whenUnset().replace("`", "");
        return Stream.of("127.0.0.2", "http://127.0.0.1:9002", "17", "blocking", "19s", "21KiB", "false")
                .filter(text -> !text.equals(usual) && isValid(setting, text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no value for " + key));
    }

    private static boolean isValid(Setting<?> setting, String text) {
        try {
            setting.parser().parse(text);
            return true;
        } catch (IllegalArgumentException x) {
            return false;
        }
    }

    private static Map<String, String> with(Key key, String value) {
        Map<String, String> values = new HashMap<>(URL);
        values.put(key.toString(), value);
        return values;
    }

    /** The accessor is named as the key; groups other than "admin" have none of their own. */
    private static Object accessor(Configuration configuration, Key key) throws ReflectiveOperationException {
        boolean ofServer = key.names().get(0).equals("server");
        Object settings =
                ofServer ? configuration.server() : configuration.partners().get(0);
        if (key.names().contains("admin")) {
            settings = configuration.server().admin();
        }
        String camel = Pattern.compile("-([a-z])")
                .matcher(key.name())
                .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
        Method method = settings.getClass().getMethod(camel);
        Object value = method.invoke(settings);
        return value == null ? "unset" : value;
    }

    private static void collectKeywords(JsonNode schema, Set<String> keywords) {
        schema.properties().forEach(entry -> {
            keywords.add(entry.getKey());
            switch (entry.getKey()) {
                case "properties" -> entry.getValue().forEach(below -> collectKeywords(below, keywords));
                case "additionalProperties", "propertyNames", "items" -> collectKeywords(entry.getValue(), keywords);
                default -> {}
            }
        });
    }
}
