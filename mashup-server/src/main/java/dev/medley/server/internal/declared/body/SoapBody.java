package dev.medley.server.internal.declared.body;

import dev.medley.connection.RequestBody;
import dev.medley.format.SoapVersion;
import dev.medley.format.internal.SoapEnvelope;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.ValueKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A body that is an envelope of SOAP. Immutable.
 *
 * @param version of SOAP
 * @param type its media type
 * @param header expression of the elements in the Header; null for none
 * @param content the elements in the Body
 */
public record SoapBody(
        SoapVersion version, ContentType type, @Nullable Formula header, Content content) implements BodyPlan {

    private static final String EXPECTED = "is %s; expected an object with the elements of the envelope's %s";

    /** Elements, by an expression or by a template. */
    public sealed interface Content {}

    /**
     * The elements that are the members of an object.
     *
     * @param value expression of the object
     */
    public record OfValue(Formula value) implements Content {}

    /**
     * The elements that a template has.
     *
     * @param template their text
     */
    public record OfTemplate(XmlTemplate template) implements Content {}

    /** Returns the plan of a body. */
    public static SoapBody of(SoapVersion version, String action, @Nullable Formula header, Content content) {
        return new SoapBody(version, ContentType.of(SoapEnvelope.type(version, action)), header, content);
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> all = new ArrayList<>();
        if (header != null) {
            all.add(header.expression());
        }
        if (content instanceof OfTemplate ofTemplate) {
            all.addAll(ofTemplate.template().formula().expressions());
        } else if (content instanceof OfValue ofValue) {
            all.add(ofValue.value().expression());
        }
        return all;
    }

    @Override
    public RequestBody of(Scope scope) {
        String head = header == null ? "" : elements(header, scope, "Header");
        String body = content instanceof OfTemplate ofTemplate
                ? ofTemplate.template().text(scope)
                : content instanceof OfValue ofValue ? elements(ofValue.value(), scope, "Body") : "";
        return RequestBody.of(type.text(), SoapEnvelope.of(version, head, body));
    }

    /** No value is no element. */
    private static String elements(Formula formula, Scope scope, String part) {
        Object value = formula.evaluate(scope);
        if (value == Expression.UNDEFINED) {
            return "";
        }
        try {
            return elements(value, part);
        } catch (IllegalArgumentException x) {
            throw formula.unusable(scope, String.valueOf(x.getMessage()), "cannot be written as XML");
        }
    }

    /**
     * Returns the text of elements.
     *
     * @throws IllegalArgumentException if they cannot be written; the message goes on from their place
     */
    public static String elements(@Nullable Object value, String part) {
        if (!(value instanceof Map<?, ?> members)) {
            throw new IllegalArgumentException(EXPECTED.formatted(ValueKind.of(value), part));
        }
        return SoapEnvelope.elements(members);
    }
}
