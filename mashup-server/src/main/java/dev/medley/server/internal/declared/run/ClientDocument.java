package dev.medley.server.internal.declared.run;

import dev.medley.format.Content;
import dev.medley.format.Format;
import dev.medley.format.FormatException;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.JsonTree;
import dev.medley.server.internal.schema.BodySchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The body of the inbound request as expressions see it. */
final class ClientDocument {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String EXPECTED = "application/json, " + FORM + " or text";

    private ClientDocument() {}

    /**
     * Returns a stage of the tree: that of a JSON document, an object of the fields of a form, or text; {@link Expression#UNDEFINED} without a body. It
     * fails with a {@link ProblemException}: with status 415 for any other media type and for
     * a coding, 400 for a body that is not of its own, and
     * as those of {@link Inbound} do.
     */
    static CompletionStage<@Nullable Object> read(Inbound inbound) {
        String type = type(inbound);
        return inbound.body()
                .thenCompose(bytes -> bytes.length == 0
                        ? CompletableFuture.completedStage(Expression.UNDEFINED)
                        : read(inbound, type, bytes));
    }

    /**
     * Returns a stage of the reply to a body that does not match {@code schema}; of null if it does, or there is none. It fails as
     * {@link #read} does, and with status 415 for any other media type than JSON.
     */
    static CompletionStage<@Nullable Reply> refusal(Inbound inbound, BodySchema schema) {
        return inbound.body().thenApply(bytes -> bytes.length == 0 ? null : refusal(inbound, bytes, schema));
    }

    private static @Nullable Reply refusal(Inbound inbound, byte[] bytes, BodySchema schema) {
        if (inbound.contentEncoding() != null) {
            throw ProblemException.unsupportedCoding(inbound);
        }
        String type = type(inbound);
        if (!isJson(type)) {
            throw new ProblemException(
                    Status.UNSUPPORTED_MEDIA_TYPE,
                    "the media type of the body is %s, expected application/json"
                            .formatted(type.isEmpty() ? "not given" : type));
        }
        List<BodySchema.Fault> faults;
        try {
            faults = schema.faults(Json.parse(bytes, JsonLimits.DEFAULT));
        } catch (MalformedJsonException x) {
            throw ProblemException.badRequest("the body of the request: " + x.getMessage());
        }
        return faults.isEmpty() ? null : SchemaProblem.of(faults);
    }

    private static CompletionStage<@Nullable Object> read(Inbound inbound, String type, byte[] bytes) {
        if (inbound.contentEncoding() != null) {
            return CompletableFuture.failedStage(ProblemException.unsupportedCoding(inbound));
        }
        if (isJson(type)) {
            return CompletableFuture.completedStage(tree(bytes));
        }
        if (type.equals(FORM)) {
            return inbound.form().thenApply(ClientDocument::fields);
        }
        if (type.startsWith("text/")) {
            return CompletableFuture.completedStage(text(bytes, inbound));
        }
        return CompletableFuture.failedStage(new ProblemException(
                Status.UNSUPPORTED_MEDIA_TYPE,
                "the media type of the body is %s, expected %s"
                        .formatted(type.isEmpty() ? "not given" : type, EXPECTED)));
    }

    private static String type(Inbound inbound) {
        String given = inbound.contentType();
        return (given == null ? "" : given).split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    }

    private static boolean isJson(String type) {
        return type.equals("application/json") || type.endsWith("+json");
    }

    /** Not by a class: it would make doubles of numbers, and refuse null. */
    private static @Nullable Object tree(byte[] body) {
        try {
            return JsonTree.read(Json.parse(body, JsonLimits.DEFAULT).bytes());
        } catch (MalformedJsonException | FormatException x) {
            throw malformed(x);
        }
    }

    private static String text(byte[] body, Inbound inbound) {
        try {
            return Format.TEXT.read(new Content(body, inbound.contentType()));
        } catch (FormatException x) {
            throw malformed(x);
        }
    }

    private static ProblemException malformed(Exception fault) {
        return ProblemException.badRequest("the body of the request: " + fault.getMessage());
    }

    /** A field that occurs several times is a list. */
    private static Map<String, Object> fields(Map<String, List<String>> form) {
        Map<String, Object> fields = new LinkedHashMap<>();
        form.forEach((name, values) -> fields.put(name, values.size() == 1 ? values.get(0) : values));
        return fields;
    }
}
