package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.keyword.KeywordType;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Holds the keys of declared mashups to what the core knows about them. */
class DeclarationFormatTest {

    /** Those that constrain nothing, and those that are checked without the validator. */
    private static final Set<String> OTHER_KEYWORDS =
            Set.of("$schema", "description", "default", "examples", "enum", "anyOf");

    private static final JsonNode SCHEMA = ServerConfiguration.READER.schema().json();

    @Test
    void theKeysHaveTheNamesThatProgramsWithoutTheServerKnow() {
        assertThat(ServerConfiguration.FORMAT.keys().members().keySet())
                .containsExactlyElementsOf(MashupKeys.OF_DECLARED)
                .containsExactlyElementsOf(
                        DeclarationFormat.UNREAD.keys().members().keySet());
        assertThat(MashupKeys.OF_DECLARED).containsAll(MashupKeys.DECLARING);
    }

    @Test
    void theSchemaIsOneOfDraft202012() {
        Schema draft = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12));

        assertThat(draft.validate(SCHEMA)).isEmpty();
    }

    @Test
    void everyKeywordOfTheSchemaIsChecked() {
        Set<String> keywords = new LinkedHashSet<>();
        collectKeywords(SCHEMA, keywords);
        keywords.removeAll(OTHER_KEYWORDS);

        assertThat(keywords)
                .containsExactlyInAnyOrderElementsOf(
                        SchemaCheck.KEYWORDS.stream().map(KeywordType::getValue).toList());
    }

    private static void collectKeywords(JsonNode schema, Set<String> keywords) {
        schema.properties().forEach(entry -> {
            keywords.add(entry.getKey());
            switch (entry.getKey()) {
                case "properties", "anyOf" -> entry.getValue().forEach(below -> collectKeywords(below, keywords));
                case "additionalProperties", "propertyNames", "items" -> collectKeywords(entry.getValue(), keywords);
                default -> {}
            }
        });
    }
}
