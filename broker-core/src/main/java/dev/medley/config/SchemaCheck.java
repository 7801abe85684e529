package dev.medley.config;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.path.NodePath;
import dev.medley.setting.Group;
import dev.medley.setting.InvalidValueException;
import dev.medley.setting.Quoted;
import dev.medley.setting.ValueParser;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Checks a document against the schema and describes each problem in plain words. */
final class SchemaCheck {

    /**
     * The keywords with which the schema constrains; loading all that there are takes a noticeable time. Not among them
     * is "enum", for which the validator would load all of Jackson's data binding: parsers check those values.
     */
    static final List<KeywordType> KEYWORDS = List.of(
            KeywordType.TYPE,
            KeywordType.PROPERTIES,
            KeywordType.ADDITIONAL_PROPERTIES,
            KeywordType.PROPERTY_NAMES,
            KeywordType.REQUIRED,
            KeywordType.ITEMS,
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

    /** Adds every problem. */
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
        document.values().forEach((key, value) -> checkValue(key, value, refused));
    }

    /** A section with nothing in it is null in YAML. */
    private void openEmptySections() {
        document.values().forEach((key, value) -> {
            if (value.isNull() && schema.find(key) instanceof Group) {
                document.override(key, JsonNodeFactory.instance.objectNode(), document.location(key));
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
        add(key, "unknown key; " + Similar.suggestion(key, schema));
    }

    private void badName(Key key) {
        schema.group(key.parent()).names().ifPresent(names -> addIfInvalid(key, () -> names.parse(key.name())));
    }

    private void missing(Key key) {
        add(key.parent(), key.name() + " is missing; expected " + expected(key));
    }

    private void refused(Key key) {
        JsonNode value = document.at(key);
        if (!refusedByParser(key, value)) {
            add(key, fault(key, value) + "; expected " + expected(key));
        }
    }

    private void checkValue(Key key, JsonNode value, Set<Key> refused) {
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                checkValue(key.item(i), value.path(i), refused);
            }
        } else if (!refused.contains(key)) {
            refusedByParser(key, value);
        }
    }

    /** True if the parser finds the fault: its message is better than the validator's. */
    private boolean refusedByParser(Key key, JsonNode value) {
        @Nullable ValueParser<?> parser = schema.parser(key);
        return parser != null
                && parser.item().isEmpty()
                && value.isValueNode()
                && !value.isNull()
                && addIfInvalid(key, () -> parser.parse(value.asString()));
    }

    private boolean addIfInvalid(Key key, Runnable parsing) {
        try {
            parsing.run();
            return false;
        } catch (InvalidValueException x) {
            add(key, x.getMessage());
            return true;
        }
    }

    private String fault(Key key, JsonNode value) {
        if (value.isNull()) {
            return "has no value";
        }
        if (value.isArray()) {
            return "is a list";
        }
        if (value.isObject()) {
            return "is a section";
        }
        @Nullable ValueParser<?> parser = schema.parser(key);
        return Quoted.of(value.asString()) + " " + (parser == null ? "is not a section" : parser.typeFault());
    }

    private String expected(Key key) {
        @Nullable ValueParser<?> parser = schema.parser(key);
        if (parser != null) {
            return parser.expected();
        }
        Set<String> names = schema.group(key).members().keySet();
        return names.isEmpty() ? "names with keys below them" : "keys below it: " + String.join(", ", names);
    }

    private void add(Key key, @Nullable String text) {
        problems.add(document.location(key), key, String.valueOf(text));
    }

    private static Key key(NodePath path) {
        Key key = Key.ROOT;
        for (int i = 0; i < path.getNameCount(); i++) {
            Object element = path.getElement(i);
            key = element instanceof Integer index ? key.item(index) : key.child(String.valueOf(element));
        }
        return key;
    }
}
