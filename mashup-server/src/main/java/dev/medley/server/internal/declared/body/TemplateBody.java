package dev.medley.server.internal.declared.body;

import dev.medley.connection.RequestBody;
import dev.medley.format.internal.XmlText;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.Scope;
import java.util.List;

/**
 * A body that is an XML document of a template. Immutable.
 *
 * @param template the document
 * @param type its media type
 * @param declares whether the template has an XML declaration of its own
 */
public record TemplateBody(XmlTemplate template, ContentType type, boolean declares) implements BodyPlan {

    @Override
    public List<Expression> expressions() {
        return template.formula().expressions();
    }

    @Override
    public RequestBody of(Scope scope) {
        String text = template.text(scope);
        return RequestBody.of(
                type.text(),
                XmlText.bytes(declares ? text : XmlText.declaration(type.charset()) + text, type.charset()));
    }
}
