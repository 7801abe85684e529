package dev.medley.json;

import dev.medley.json.internal.MapperCaches;
import dev.medley.json.internal.NotADocument;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * Values as documents and documents as values, by Jackson. Reading is lenient where services evolve, which add members, and
 * strict where a value would be wrong and nothing would show it.
 */
final class JsonValues {

    /** A merge is deeper than the documents in it, each of which may have the largest depth. */
    private static final int MAX_DEPTH = 2 * JsonScanner.MAX_DEPTH;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .addDecorator((factory, generator) -> new FiniteNumbers(generator))
                    .streamWriteConstraints(StreamWriteConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .addModule(NotADocument.ofTheJdk())
            .annotationIntrospector(new PrimitivesRequired())
            .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    static {
        MapperCaches.register(MAPPER::clearCaches);
    }

    private JsonValues() {}

    /** Writes {@code value}, and collects what is missing in the documents in it. */
    static byte[] write(@Nullable Object value, Map<String, String> missing) {
        try {
            return MAPPER.writer()
                    .withAttribute(DocumentSerializer.MISSING, missing)
                    .writeValueAsBytes(value);
        } catch (JacksonException x) {
            String pointer = pointer(x);
            throw new IllegalArgumentException(
                    pointer.isEmpty()
                            ? "%s cannot be written as JSON: %s".formatted(nameOf(value), reason(x))
                            : "the value cannot be written as JSON, at %s: %s".formatted(pointer, reason(x)),
                    x);
        }
    }

    /** The tree of a document; {@code large} if a number in it may be too large for Java. */
    static JsonNode tree(
            byte[] document, boolean large, @Nullable BiFunction<String, String, RuntimeException> origin) {
        return large
                ? (JsonNode) read(document, MAPPER.constructType(JsonNode.class), true, origin)
                : MAPPER.readTree(document);
    }

    @SuppressWarnings("unchecked") // Jackson returns what the type is of.
    static <T> T read(
            byte[] document,
            Class<T> type,
            boolean large,
            @Nullable BiFunction<String, String, RuntimeException> origin) {
        return (T) read(document, MAPPER.constructType(type), large, origin);
    }

    @SuppressWarnings("unchecked") // Jackson returns what the type is of.
    static <T> T read(
            byte[] document,
            TypeReference<T> type,
            boolean large,
            @Nullable BiFunction<String, String, RuntimeException> origin) {
        return (T) read(document, MAPPER.constructType(type), large, origin);
    }

    private static Object read(
            byte[] document,
            JavaType type,
            boolean large,
            @Nullable BiFunction<String, String, RuntimeException> origin) {
        Object value;
        try {
            value = large
                    ? MAPPER.readValue(new NumberBounds(MAPPER.createParser(document)), type)
                    : MAPPER.readValue(document, type);
        } catch (NumberBounds.TooLargeException x) {
            throw unexpected(x.pointer(), reason(x), type, origin, x);
        } catch (InvalidDefinitionException x) {
            throw new IllegalArgumentException(
                    "no document can be read into %s: %s".formatted(type.toCanonical(), x.getOriginalMessage()), x);
        } catch (JacksonException x) {
            throw unexpected(pointer(x), reason(x), type, origin, x);
        }
        if (value == null) {
            throw unexpected("", "it is null", type, origin, null);
        }
        return value;
    }

    private static RuntimeException unexpected(
            String pointer,
            String fault,
            JavaType type,
            @Nullable BiFunction<String, String, RuntimeException> origin,
            @Nullable JacksonException cause) {
        String expected = "%s, expected %s".formatted(fault, type.toCanonical());
        return origin == null
                ? new IllegalArgumentException(
                        "the document has an unexpected shape%s: %s"
                                .formatted(pointer.isEmpty() ? "" : " at " + pointer, expected),
                        cause)
                : origin.apply(pointer, expected);
    }

    private static String reason(JacksonException failure) {
        String message = failure.getOriginalMessage();
        Throwable cause = failure.getCause();
        return cause == null || cause instanceof JacksonException ? message : message + " (" + cause + ")";
    }

    /** The place (RFC 6901). */
    private static String pointer(JacksonException failure) {
        StringBuilder pointer = new StringBuilder();
        for (Reference step : failure.getPath()) {
            String name = step.getPropertyName();
            pointer.append('/')
                    .append(
                            name == null
                                    ? String.valueOf(step.getIndex())
                                    : name.replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }

    /** An absent member for a primitive would be a zero that no partner has sent. */
    private static final class PrimitivesRequired extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            Boolean marked = super.hasRequiredMarker(config, member);
            return (marked == null && member.getRawType().isPrimitive()) ? Boolean.TRUE : marked;
        }
    }

    private static String nameOf(@Nullable Object value) {
        return value == null ? "null" : NotADocument.named(value);
    }
}
