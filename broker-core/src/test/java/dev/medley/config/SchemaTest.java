package dev.medley.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.keyword.KeywordType;
import dev.medley.partner.PartnerSettings;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class SchemaTest {

    /** Those that constrain nothing, and "enum", whose values notations check. */
    private static final Set<String> OTHER_KEYWORDS =
            Set.of("$schema", "$defs", "title", "description", "default", "examples", "enum");

    private static final ConfigurationSchema SCHEMA = ConfigurationSchema.load();

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
        keywords.removeAll(OTHER_KEYWORDS);

        assertThat(keywords)
                .containsExactlyInAnyOrderElementsOf(
                        SchemaCheck.KEYWORDS.stream().map(KeywordType::getValue).toList());
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyKeyIsDescribed(Key key) {
        JsonNode schema = SCHEMA.json();
        for (String name : key.names()) {
            JsonNode section = schema.has("$ref") ? SCHEMA.json().path("$defs").path("partner") : schema;
            schema = name.equals(ConfigurationSchema.ANY_NAME)
                    ? section.path("additionalProperties")
                    : section.path("properties").path(name);
        }

        assertThat(schema.has("description") || key.name().equals(ConfigurationSchema.ANY_NAME))
                .as("%s", schema)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyNumberHasBoundsForItsMessage(Key key) {
        JsonNode schema = SCHEMA.get(key).schema();

        assertThat(!schema.path("type").asString("").equals("integer")
                        || (schema.path("minimum").isNumber()
                                && schema.path("maximum").isNumber()))
                .as("%s", schema)
                .isTrue();
    }

    @Test
    void everyDefinitionOfAValueHasANotationOrBounds() {
        SCHEMA.json().path("$defs").properties().stream()
                .filter(entry ->
                        !entry.getKey().equals("partner") && !entry.getKey().equals("port"))
                .forEach(entry -> assertThat(Notations.named(entry.getKey()))
                        .as(entry.getKey())
                        .isNotNull());
    }

    @Test
    void theChoicesOfTheSchemaAreThoseOfTheCode() {
        JsonNode definitions = SCHEMA.json().path("$defs");

        assertThat(definitions.path("execution").path("enum").valueStream().map(JsonNode::asString))
                .containsExactlyElementsOf(Stream.of(ExecutionMode.values())
                        .map(ExecutionMode::configured)
                        .toList());
        assertThat(definitions.path("protocol").path("enum").valueStream().map(JsonNode::asString))
                .allSatisfy(
                        protocol -> assertThat(Notations.PROTOCOL.read(protocol).configured())
                                .isEqualTo(protocol));
    }

    @Test
    void aPartnersNameIsWhatThePartnerTakes() {
        assertThat(SCHEMA.json()
                        .at("/properties/partners/propertyNames/pattern")
                        .asString())
                .isEqualTo("^" + PartnerSettings.NAME_PATTERN + "$");
    }

    static Stream<Key> keys() {
        return SCHEMA.keys().stream();
    }

    private static void collectKeywords(JsonNode schema, Set<String> keywords) {
        schema.properties().forEach(entry -> {
            keywords.add(entry.getKey());
            switch (entry.getKey()) {
                case "properties", "$defs" -> entry.getValue().forEach(below -> collectKeywords(below, keywords));
                case "additionalProperties", "propertyNames" -> collectKeywords(entry.getValue(), keywords);
                default -> {}
            }
        });
    }
}
