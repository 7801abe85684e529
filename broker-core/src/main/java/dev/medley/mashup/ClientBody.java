package dev.medley.mashup;

import dev.medley.connection.RequestBody;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;

/** The body of an inbound request as a value. A body that does not fit is an error of the client: 400, or 415 by its type. */
final class ClientBody {

    private static final Logger LOG = LoggerFactory.getLogger(ClientBody.class);
    private static final String JSON = "application/json";
    private static final String JSON_SUFFIX = "+json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String UNKNOWN = "application/octet-stream";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    private ClientBody() {}

    /** The JSON document of {@code inbound} as a value of {@code type}. */
    static <T> CompletionStage<T> json(Inbound inbound, Class<T> type) {
        return json(inbound, bytes -> MAPPER.readValue(bytes, type));
    }

    /** As {@link #json(Inbound, Class)}. */
    static <T> CompletionStage<T> json(Inbound inbound, TypeReference<T> type) {
        return json(inbound, bytes -> MAPPER.readValue(bytes, type));
    }

    private static <T> CompletionStage<T> json(Inbound inbound, Function<byte[], T> reader) {
        String mediaType = mediaType(inbound.contentType());
        if (!mediaType.equals(JSON) && !mediaType.endsWith(JSON_SUFFIX)) {
            return refused(JSON, mediaType);
        }
        return inbound.body().thenApply(bytes -> read(bytes, reader));
    }

    /** The fields of the form of {@code inbound}. */
    static CompletionStage<Map<String, List<String>>> form(Inbound inbound) {
        String contentType = inbound.contentType();
        String mediaType = mediaType(contentType);
        if (!mediaType.equals(FORM) || !isUtf8(contentType)) {
            return refused(FORM + " in UTF-8", mediaType);
        }
        return inbound.body().thenApply(bytes -> UrlEncoded.form(new String(bytes, StandardCharsets.UTF_8)));
    }

    /** The body of {@code inbound} as that of a request to a partner. */
    static CompletionStage<RequestBody> requestBody(Inbound inbound) {
        String contentType = inbound.contentType();
        return inbound.body().thenApply(bytes -> RequestBody.of(contentType == null ? UNKNOWN : contentType, bytes));
    }

    private static <T> T read(byte[] bytes, Function<byte[], T> reader) {
        try {
            Json.parse(bytes);
            T value = reader.apply(bytes);
            if (value == null) {
                throw unexpectedShape("");
            }
            return value;
        } catch (MalformedJsonException x) {
            throw ProblemException.badRequest("the body of the request: " + x.getMessage());
        } catch (InvalidDefinitionException x) {
            throw new IllegalArgumentException("no document can be read into " + x.getType(), x);
        } catch (JacksonException x) {
            LOG.debug("the body of a request has an unexpected shape", x);
            throw unexpectedShape(pointer(x));
        }
    }

    private static ProblemException unexpectedShape(String pointer) {
        return ProblemException.badRequest(
                "the body of the request has an unexpected shape" + (pointer.isEmpty() ? "" : " at " + pointer));
    }

    /** The place (RFC 6901). */
    private static String pointer(JacksonException failure) {
        StringBuilder pointer = new StringBuilder();
        for (Reference step : failure.getPath()) {
            String name = step.getPropertyName();
            pointer.append('/').append(name == null ? String.valueOf(step.getIndex()) : escaped(name));
        }
        return pointer.toString();
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static <T> CompletionStage<T> refused(String expected, String found) {
        return CompletableFuture.failedStage(new ProblemException(
                Status.UNSUPPORTED_MEDIA_TYPE,
                "the media type of the body is %s, expected %s"
                        .formatted(found.isEmpty() ? "not given" : found, expected)));
    }

    /** Type and subtype, in small letters, without parameters; empty if there is none. */
    private static String mediaType(@Nullable String contentType) {
        if (contentType == null) {
            return "";
        }
        int end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).trim().toLowerCase(Locale.ROOT);
    }

    private static boolean isUtf8(@Nullable String contentType) {
        String lower = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
        int charset = lower.indexOf("charset=");
        return charset < 0
                || lower.substring(charset + "charset=".length())
                        .replace("\"", "")
                        .trim()
                        .startsWith("utf-8");
    }
}
