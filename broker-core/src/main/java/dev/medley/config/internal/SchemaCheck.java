package dev.medley.config.internal;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.path.NodePath;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.SourceLocation;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.util.HashSet;
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
    private final Set<Key> refused = new HashSet<>();

    SchemaCheck(ConfigurationSchema schema, Document document) {
        this.schema = schema;
        this.document = document;
    }

    /** Adds every problem. Parsers come first: their messages are better than the validator's. */
    void run() {
        openEmptySections();
        document.values().forEach(this::parse);
        requireAlternatives(Key.ROOT, document.root());
        validator().validate(document.root()).forEach(this::describe);
    }

    /** A section with nothing in it is null in YAML. */
    private void openEmptySections() {
        document.values().forEach((key, value) -> {
            if (value.isNull() && schema.find(key) instanceof Group) {
                document.override(key, JsonNodeFactory.instance.objectNode(), document.place(key));
            }
        });
    }

    /** The validator would describe what is missing by each of the alternatives. */
    private void requireAlternatives(Key section, JsonNode node) {
        if (schema.find(section) instanceof Group group
                && !group.alternatives().isEmpty()
                && group.alternatives().stream().noneMatch(node::has)
                && group.alternatives().stream().noneMatch(name -> isMisspelt(section.child(name)))) {
            Key first = section.child(group.alternatives().get(0));
            document.addProblem(section, first.name() + " is missing; expected " + expected(first));
        }
        node.properties().forEach(member -> {
            if (member.getValue().isObject()) {
                requireAlternatives(section.child(member.getKey()), member.getValue());
            }
        });
    }

    private void parse(Key key, JsonNode value) {
        @Nullable ValueParser<?> parser = schema.parser(key);
        if (parser != null && parser.item().isEmpty() && value.isValueNode() && !value.isNull()) {
            parse(key, parser, value.asString(), document.place(key).value());
        }
    }

    private void parse(Key key, ValueParser<?> parser, String text, SourceLocation location) {
        try {
            parser.parse(text);
        } catch (InvalidValueException x) {
            refused.add(key);
            document.addProblem(location, key, String.valueOf(x.getMessage()));
        }
    }

    private Schema validator() {
        Dialect dialect = Dialect.builder(DialectId.DRAFT_2020_12)
                .specificationVersion(SpecificationVersion.DRAFT_2020_12)
                .keywords(KEYWORDS)
                .unknownKeywordFactory((keyword, context) -> null)
                .build();
        return SchemaRegistry.withDialect(dialect).getSchema(schema.json());
    }

    private void describe(Error error) {
        Key key = key(error.getInstanceLocation());
        switch (error.getKeyword()) {
            case "additionalProperties" -> {
                Key unknown = key.child(error.getProperty());
                document.addProblem(unknown, "unknown key; " + Similar.suggestion(unknown, schema));
            }
            case "propertyNames" -> {
                String name = error.getProperty();
                // The reader checks the names of an open section, which may be at any depth.
                if (schema.find(key) instanceof Group group) {
                    Key named = key.child(name);
                    group.names().ifPresent(names -> parse(named, names, name, document.location(named)));
                }
            }
            case "required" -> {
                Key missing = key.child(error.getProperty());
                if (!isMisspelt(missing)) {
                    document.addProblem(key, missing.name() + " is missing; expected " + expected(missing));
                }
            }
            default -> {
                if (refused.add(key)) {
                    JsonNode value = document.at(key);
                    document.addProblemOfValue(
                            key, error(key, value) + "; expected " + expected(key) + quotes(key, value));
                }
            }
        }
    }

    /** Whether an unknown key of the same section is probably meant to be {@code missing}, which its own problem says. */
    private boolean isMisspelt(Key missing) {
        Key section = missing.parent();
        return document.at(section).propertyNames().stream()
                .map(section::child)
                .anyMatch(given -> schema.find(given) == null
                        && Similar.suggestion(given, schema).equals(Similar.meant(missing)));
    }

    /** A template or an expression of a declared mashup without quotes is such a value. */
    private String quotes(Key key, JsonNode value) {
        @Nullable ValueParser<?> parser = schema.parser(key);
        return value.isContainer()
                        && key.names().get(0).equals("mashups")
                        && parser != null
                        && parser.typeFault().equals(ValueParsers.NOT_TEXT)
                ? ", in quotes if it begins with { or ["
                : "";
    }

    private String error(Key key, JsonNode value) {
        if (value.isNull()) {
            return "has no value";
        }
        if (value.isContainer()) {
            return value.isArray() ? "is a list" : "is a section";
        }
        @Nullable ValueParser<?> parser = schema.parser(key);
        String fault = parser == null ? "is not a section" : parser.typeFault();
        return InvalidValueException.quoted(value.asString()) + " " + fault;
    }

    private String expected(Key key) {
        @Nullable ValueParser<?> parser = schema.parser(key);
        if (parser != null) {
            return parser.expected();
        }
        if (!(schema.find(key) instanceof Group group)) {
            return "keys below it";
        }
        return group.names().isPresent()
                ? "names with keys below them"
                : "keys below it: " + String.join(", ", group.members().keySet());
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
