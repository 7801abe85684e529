package dev.medley.server.declared;

import dev.medley.config.LocatedText;
import dev.medley.connection.RequestBody;
import dev.medley.json.Json;
import dev.medley.server.declared.expression.Expression;
import dev.medley.server.declared.expression.ExpressionException;
import dev.medley.server.declared.expression.TextTemplate;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The body of an exchange's request, written as its media type asks for. Immutable.
 *
 * @param value expression of the body
 * @param typeTemplate its media type, the field {@code Content-Type}; null for that of JSON
 * @param type the media type; null if it follows from the request
 */
record BodyPlan(
        Formula value,
        @Nullable TextFormula typeTemplate,
        @Nullable ContentType type) {

    /**
     * Returns the body; null if its expression has no value.
     *
     * @throws EvaluationException if an expression fails, or the value cannot be written so
     */
    @Nullable
    RequestBody of(Scope scope) {
        Object content = value.evaluate(scope);
        if (content == Expression.UNDEFINED) {
            return null;
        }
        ContentType written = type == null ? typeOf(scope) : type;
        return RequestBody.of(written.text(), bytes(written, content, value.source()));
    }

    private ContentType typeOf(Scope scope) {
        TextFormula template = typeTemplate;
        String text = template == null ? null : template.text(scope);
        if (template == null || text == null) {
            return ContentType.JSON;
        }
        try {
            return ContentType.of(text);
        } catch (IllegalArgumentException x) {
            throw EvaluationException.of(template.source(), String.valueOf(x.getMessage()));
        }
    }

    /** Returns the bytes of a value. */
    static byte[] bytes(ContentType type, @Nullable Object content, LocatedText source) {
        return switch (type.writing()) {
            case DOCUMENT -> Json.of(content).bytes();
            case FIELDS -> fields(type, content, source).getBytes(StandardCharsets.US_ASCII);
            case TEXT -> new TextBody(source, "the Content-Type is " + type.text(), type.charset()).bytes(content);
        };
    }

    /** A form, as browsers write it: an array is a field for each element, and null none. */
    private static String fields(ContentType type, @Nullable Object content, LocatedText source) {
        if (!(content instanceof Map<?, ?> members)) {
            throw EvaluationException.of(
                    source,
                    "the body is %s; expected an object, as the Content-Type is %s"
                            .formatted(ValueKind.of(content), type.text()));
        }
        StringJoiner fields = new StringJoiner("&");
        members.forEach((name, member) -> {
            for (Object each : member instanceof List<?> list ? list : Collections.singletonList(member)) {
                String text = text(String.valueOf(name), each, source);
                if (text != null) {
                    fields.add(encoded(String.valueOf(name)) + '=' + encoded(text));
                }
            }
        });
        return fields.toString();
    }

    private static @Nullable String text(String name, @Nullable Object member, LocatedText source) {
        try {
            return TextTemplate.text(member);
        } catch (ExpressionException x) {
            throw EvaluationException.of(
                    source,
                    "the field '%s' of the form is %s; expected text, or an array of texts"
                            .formatted(name, ValueKind.of(member)));
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
