package dev.medley.mashup;

import dev.medley.connection.RequestBody;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
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
import tools.jackson.core.type.TypeReference;

/** The body of an inbound request as a value. A body that does not fit is an error of the client: 400, or 415 by its type. */
final class ClientBody {

    private static final Logger LOG = LoggerFactory.getLogger(ClientBody.class);
    private static final String JSON = "application/json";
    private static final String JSON_SUFFIX = "+json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String UNKNOWN = "application/octet-stream";

    private ClientBody() {}

    /** The JSON document of {@code inbound} as a value of {@code type}. */
    static <T> CompletionStage<T> json(Inbound inbound, Class<T> type) {
        return json(inbound, document -> document.as(type));
    }

    /** As {@link #json(Inbound, Class)}. */
    static <T> CompletionStage<T> json(Inbound inbound, TypeReference<T> type) {
        return json(inbound, document -> document.as(type));
    }

    private static <T> CompletionStage<T> json(Inbound inbound, Function<Json, T> reader) {
        String mediaType = mediaType(inbound.contentType());
        if (!mediaType.equals(JSON) && !mediaType.endsWith(JSON_SUFFIX)) {
            return refused(JSON, mediaType);
        }
        if (inbound.contentEncoding() != null) {
            return CompletableFuture.failedStage(ProblemException.unsupportedCoding(inbound));
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
        if (inbound.contentEncoding() != null) {
            return CompletableFuture.failedStage(ProblemException.unsupportedCoding(inbound));
        }
        return inbound.body().thenApply(bytes -> UrlEncoded.form(new String(bytes, StandardCharsets.UTF_8)));
    }

    /** The body of {@code inbound} as that of a request to a partner. */
    static CompletionStage<RequestBody> requestBody(Inbound inbound) {
        String contentType = inbound.contentType();
        String coding = inbound.contentEncoding();
        return inbound.body()
                .thenApply(bytes -> RequestBody.of(contentType == null ? UNKNOWN : contentType, coding, bytes));
    }

    private static <T> T read(byte[] bytes, Function<Json, T> reader) {
        try {
            return reader.apply(Json.parse(bytes, JsonLimits.DEFAULT, ClientBody::unexpectedShape));
        } catch (MalformedJsonException x) {
            throw ProblemException.badRequest("the body of the request: " + x.getMessage());
        }
    }

    private static ProblemException unexpectedShape(String pointer, String expected) {
        LOG.debug("the body of a request has an unexpected shape at '{}': {}", pointer, expected);
        return ProblemException.badRequest(
                "the body of the request has an unexpected shape" + (pointer.isEmpty() ? "" : " at " + pointer));
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
