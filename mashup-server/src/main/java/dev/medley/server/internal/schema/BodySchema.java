package dev.medley.server.internal.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.path.NodePath;
import dev.medley.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schema of bodies (draft 2020-12). Nothing is fetched: references lead into the schema itself. Immutable,
 * thread-safe.
 */
public final class BodySchema {

    /** More would help nobody to mend a body. */
    private static final int MAX_FAULTS = 20;

    /** Of those that one line names. */
    private static final int MAX_NAMED = 3;

    private static final int MAX_PLACE = 200;
    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");

    /** Numbers with a fraction are doubles: exact ones with a large exponent would take a check of multiples very long. */
    private static final JsonMapper TREES = JsonMapper.builder().build();

    private static final Set<String> NUMBERS =
            Set.of("exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf");

    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,30}\\.[0-9]{1,30}");

    private static final String REGISTERED = "https://json-schema.org/draft/2020-12/";

    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemaLoader(loader -> loader.fetchRemoteResources(false)
                            .allow(iri -> iri.toString().startsWith(REGISTERED)))
                    .schemaRegistryConfig(SchemaRegistryConfig.builder()
                            .locale(Locale.ROOT)
                            .regularExpressionFactory(SchemaPattern::new)
                            .build()));

    /** Of a body that cannot be checked: it may match, and is treated as one that does not. */
    private static final Fault UNCHECKED = new Fault(
            List.of(), "schema", "cannot be checked: a pattern has to search too long, or it is nested too deeply");

    private final JsonNode tree;
    private final Schema compiled;
    /** The names of members that the schema itself has. */
    private final Set<String> names;

    private BodySchema(JsonNode tree, Schema compiled) {
        this.tree = tree;
        this.compiled = compiled;
        Set<String> found = new HashSet<>();
        addNames(tree, found);
        names = Set.copyOf(found);
    }

    /**
     * What is wrong at one place.
     *
     * @param path names and positions from the root to the place
     * @param rule keyword of the schema that is broken
     * @param message what would be right
     */
    public record Fault(List<Object> path, String rule, String message) {

        /** Takes a copy. */
        public Fault {
            path = List.copyOf(path);
        }

        /** Returns the path as a JSON pointer (RFC 6901). */
        public String pointer() {
            StringBuilder pointer = new StringBuilder();
            for (Object each : path) {
                pointer.append('/').append(each.toString().replace("~", "~0").replace("/", "~1"));
            }
            return pointer.toString();
        }

        /** The names may be of anybody: on one line, and no longer than that. */
        private String place() {
            String pointer = pointer();
            String shown = pointer.length() > MAX_PLACE ? pointer.substring(0, MAX_PLACE) + "…" : pointer;
            return path.isEmpty() ? "the whole" : CONTROLS.matcher(shown).replaceAll("?");
        }

        /** Returns the places of the first of {@code faults}, and the rules that are broken there; nothing of the body. */
        public static String named(List<Fault> faults) {
            return faults.stream()
                            .limit(MAX_NAMED)
                            .map(fault -> fault.place() + " (" + fault.rule + ")")
                            .collect(Collectors.joining(", "))
                    + (faults.size() > MAX_NAMED ? ", …" : "");
        }

        private static Fault of(Error error) {
            List<Object> path = new ArrayList<>();
            NodePath location = error.getInstanceLocation();
            for (int i = 0; i < location.getNameCount(); i++) {
                path.add(location.getElement(i));
            }
            // Of a member that is missing, the place is the object, and of one that must not be there, too.
            String property = error.getProperty();
            if (property != null) {
                path.add(property);
            }
            return new Fault(path, error.getKeyword(), error.getMessage());
        }
    }

    /** Returns {@code tree}, of the configuration, whose numbers with a fraction are texts, with numbers where a schema has them. */
    public static JsonNode withNumbers(JsonNode tree) {
        if (tree instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(each -> copy.add(withNumbers(each)));
            return copy;
        }
        if (!(tree instanceof ObjectNode object)) {
            return tree;
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(member -> {
            JsonNode value = member.getValue();
            boolean isNumber = NUMBERS.contains(member.getKey())
                    && value.isString()
                    && DECIMAL.matcher(value.asString()).matches();
            copy.set(
                    member.getKey(),
                    isNumber
                            ? JsonNodeFactory.instance.numberNode(new BigDecimal(value.asString()))
                            : withNumbers(value));
        });
        return copy;
    }

    /** Returns what is wrong with {@code tree} as a schema. */
    public static List<Fault> faultsOfSchema(JsonNode tree) {
        String dialect = tree.path("$schema").asString(DialectId.DRAFT_2020_12);
        if (!dialect.equals(DialectId.DRAFT_2020_12)) {
            return List.of(new Fault(List.of("$schema"), "const", "must be " + DialectId.DRAFT_2020_12));
        }
        List<Fault> faults = REGISTRY.getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12)).validate(tree).stream()
                .map(Fault::of)
                .toList();
        return faults.isEmpty() ? faultOfReferences(tree) : faults;
    }

    private static List<Fault> faultOfReferences(JsonNode tree) {
        try {
            // A schema that refers to itself at the same place checks no value, whatever it is.
            return of(tree).faults(JsonNodeFactory.instance.nullNode()).contains(UNCHECKED)
                    ? List.of(new Fault(List.of(), "$ref", "refers to itself without end"))
                    : List.of();
        } catch (SchemaException x) {
            return List.of(
                    x.getCause() instanceof PatternSyntaxException pattern
                            ? new Fault(
                                    List.of(),
                                    "pattern",
                                    "'%s': %s".formatted(pattern.getPattern(), pattern.getDescription()))
                            : new Fault(List.of(), "$ref", String.valueOf(x.getMessage())));
        } catch (NullPointerException x) {
            // Of the library, where a $dynamicRef has no $id to begin from.
            return List.of(new Fault(List.of(), "$dynamicRef", "cannot be resolved; expected an $id of the schema"));
        }
    }

    /** Returns the schema that {@code tree} is; it has no faults. */
    public static BodySchema of(JsonNode tree) {
        Schema schema = REGISTRY.getSchema(tree);
        schema.initializeValidators();
        return new BodySchema(tree, schema);
    }

    private static void addNames(JsonNode tree, Set<String> names) {
        if (tree.path("properties") instanceof ObjectNode properties) {
            names.addAll(properties.propertyNames());
        }
        if (tree.path("required") instanceof ArrayNode required) {
            required.forEach(each -> names.add(each.asString("")));
        }
        tree.forEach(each -> addNames(each, names));
    }

    /**
     * Returns {@code faults} without anything that only the body says: a name in a path that the schema does not have is a
     * {@code *}, since the names of a map, such as one by mail addresses, may be as secret as its values.
     */
    public List<Fault> withoutContent(List<Fault> faults) {
        return faults.stream()
                .map(fault -> new Fault(fault.path().stream().map(this::shown).toList(), fault.rule(), ""))
                .toList();
    }

    private Object shown(Object place) {
        return place instanceof Integer || names.contains(place.toString()) ? place : "*";
    }

    /** Returns what is wrong with {@code body}, as far as it is of use. */
    public List<Fault> faults(Json body) {
        return faults(TREES.readTree(body.bytes()));
    }

    private List<Fault> faults(JsonNode body) {
        try {
            return compiled.validate(body).stream()
                    .limit(MAX_FAULTS)
                    .map(Fault::of)
                    .sorted(Comparator.comparing(Fault::pointer))
                    .toList();
        } catch (SchemaPattern.TooLongException | StackOverflowError x) {
            return List.of(UNCHECKED);
        }
    }

    /** Returns the schema as it was declared; not to be changed. */
    public JsonNode tree() {
        return tree;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BodySchema that && tree.equals(that.tree);
    }

    @Override
    public int hashCode() {
        return tree.hashCode();
    }
}
