package dev.medley.server.internal.declared.body;

import dev.medley.connection.RequestBody;
import dev.medley.json.Json;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.TextFormula;
import dev.medley.server.internal.declared.value.ValueKind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A body that is the value of an expression, written as its media type asks for. Immutable.
 *
 * @param value expression of the body
 * @param typeTemplate its media type, the field {@code Content-Type}; null for JSON's
 * @param type the media type; null if it follows from the request
 */
public record ValueBody(
        Formula value,
        @Nullable TextFormula typeTemplate,
        @Nullable ContentType type) implements BodyPlan {

    @Override
    public @Nullable RequestBody of(Scope scope) {
        Object content = value.evaluate(scope);
        if (content == Expression.UNDEFINED) {
            return null;
        }
        ContentType written = type == null ? typeOf(scope) : type;
        try {
            return RequestBody.of(written.text(), bytes(written, content, value));
        } catch (IllegalArgumentException x) {
            throw value.unusable(scope, String.valueOf(x.getMessage()), "cannot be written in its Content-Type");
        }
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> all = new ArrayList<>(List.of(value.expression()));
        if (typeTemplate != null) {
            all.addAll(typeTemplate.expressions());
        }
        return all;
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
            throw EvaluationException.unusable(
                    template.source(),
                    String.valueOf(x.getMessage()),
                    "is not a media type of such a body",
                    template.provenance(scope));
        }
    }

    /**
     * Returns the bytes of a value.
     *
     * @throws IllegalArgumentException if it cannot be written so; the message goes on from its place
     */
    public static byte[] bytes(ContentType type, @Nullable Object content, Formula source) {
        return switch (type.writing()) {
            case DOCUMENT -> Json.of(content).bytes();
            case FIELDS -> fields(type, content).getBytes(StandardCharsets.US_ASCII);
            case XML, CSV, TEXT ->
                new TextBody(source, "the Content-Type is " + type.text(), type.writing(), type.charset())
                        .bytes(content);
        };
    }

    /** A form, as browsers write it: an array is a field for each element, and null none. */
    private static String fields(ContentType type, @Nullable Object content) {
        if (!(content instanceof Map<?, ?> members)) {
            throw new IllegalArgumentException("is %s; expected an object, because the Content-Type is %s"
                    .formatted(ValueKind.of(content), type.text()));
        }
        StringJoiner fields = new StringJoiner("&");
        members.forEach((name, member) -> {
            for (Object each : member instanceof List<?> list ? list : Collections.singletonList(member)) {
                String text = text(String.valueOf(name), each);
                if (text != null) {
                    fields.add(encoded(String.valueOf(name)) + '=' + encoded(text));
                }
            }
        });
        return fields.toString();
    }

    private static @Nullable String text(String name, @Nullable Object member) {
        try {
            return TextTemplate.text(member);
        } catch (ExpressionException x) {
            throw new IllegalArgumentException(
                    "has the field '%s' of a form, which is %s; expected text, or an array of texts"
                            .formatted(name, ValueKind.of(member)),
                    x);
        }
    }

    private static String encoded(String text) {
        if (!WholeText.is(text)) {
            throw new IllegalArgumentException(
                    "has a field of a form with half of a surrogate pair; expected whole characters");
        }
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
