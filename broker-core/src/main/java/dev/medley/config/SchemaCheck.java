package dev.medley.config;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.path.NodePath;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** Checks what was given against the schema and says in plain words what is wrong. */
final class SchemaCheck {

    /**
     * The keywords with which the schema constrains; loading all that there are takes a noticeable time. Not among them
     * is "enum", for which the validator would load all of Jackson's data binding: notations check those values.
     */
    static final List<KeywordType> KEYWORDS = List.of(
            KeywordType.REF,
            KeywordType.TYPE,
            KeywordType.PROPERTIES,
            KeywordType.ADDITIONAL_PROPERTIES,
            KeywordType.PROPERTY_NAMES,
            KeywordType.REQUIRED,
            KeywordType.PATTERN,
            KeywordType.MINIMUM,
            KeywordType.MAXIMUM);

    private final ConfigurationSchema schema;
    private final Document document;
    private final Problems problems;

    SchemaCheck(ConfigurationSchema schema, Document document, Problems problems) {
        this.schema = schema;
        this.document = document;
        this.problems = problems;
    }

    /** Adds a problem for everything that is wrong. */
    void run() {
        openEmptySections();
        Set<Key> refused = new LinkedHashSet<>();
        for (Error error : validator().validate(document.root())) {
            Key key = key(error.getInstanceLocation());
            switch (error.getKeyword()) {
                case "additionalProperties" -> unknown(key.child(error.getProperty()));
                case "propertyNames" -> badName(key.child(error.getProperty()));
                case "required" -> missing(key.child(error.getProperty()));
                default -> refused.add(key);
            }
        }
        refused.forEach(this::refused);
        document.values().keySet().stream()
                .filter(key -> !refused.contains(key))
                .forEach(this::checkNotation);
    }

    /** A section with nothing in it is null in YAML. */
    private void openEmptySections() {
        document.values().forEach((key, value) -> {
            @Nullable Definition definition = schema.find(key);
            if (value.isNull() && definition != null && definition.isSection()) {
                document.override(key, JsonNodeFactory.instance.objectNode(), document.origin(key));
            }
        });
    }

    private Schema validator() {
        Dialect dialect = Dialect.builder(DialectId.DRAFT_2020_12)
                .specificationVersion(SpecificationVersion.DRAFT_2020_12)
                .keywords(KEYWORDS)
                .unknownKeywordFactory((keyword, context) -> null)
                .build();
        return SchemaRegistry.withDialect(dialect).getSchema(schema.json());
    }

    private void unknown(Key key) {
        add(key, "unknown key; " + new Suggestion(schema).of(key));
    }

    private void badName(Key key) {
        add(
                key,
                Quoted.of(key.name())
                        + " is not a partner's name; expected lower-case letters, digits and hyphens after a letter");
    }

    private void missing(Key key) {
        add(
                key.parent(),
                key.name() + " is missing; expected " + schema.get(key).expected());
    }

    private void refused(Key key) {
        add(key, schema.get(key).complaint(document.at(key)));
    }

    private void checkNotation(Key key) {
        @Nullable Definition definition = schema.find(key);
        if (definition != null) {
            definition.refusal(document.at(key)).ifPresent(text -> add(key, text));
        }
    }

    private void add(Key key, String text) {
        problems.add(document.origin(key), key, text);
    }

    private static Key key(NodePath path) {
        Key key = Key.ROOT;
        for (int i = 0; i < path.getNameCount(); i++) {
            key = key.child(String.valueOf(path.getElement(i)));
        }
        return key;
    }
}
