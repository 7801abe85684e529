package dev.medley.server.internal.declared.compile;

import dev.medley.server.internal.declared.body.BodyPlan;
import dev.medley.server.internal.declared.body.ContentType;
import dev.medley.server.internal.declared.body.TemplateBody;
import dev.medley.server.internal.declared.body.ValueBody;
import dev.medley.server.internal.declared.body.XmlTemplateCheck;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the body of an exchange against its {@code Content-Type}, as far as they are known without a request. For one thread. */
final class ContentTypeCheck {

    private static final String FIELD = "Content-Type";
    private static final ContentType XML = ContentType.of("application/xml");
    /** A value that no constant has. */
    private static final Object NO_CONSTANT = new Object();

    private final List<String> problems;

    ContentTypeCheck(List<String> problems) {
        this.problems = problems;
    }

    /** Takes the field out of {@code headers}, in any case, because it is sent with the body; null if they have none. */
    static @Nullable TextFormula remove(Map<String, TextFormula> headers) {
        for (String name : headers.keySet()) {
            if (name.equalsIgnoreCase(FIELD)) {
                return headers.remove(name);
            }
        }
        return null;
    }

    /** Returns the plan of a body; what can fit no request is a problem. */
    BodyPlan plan(Formula body, @Nullable TextFormula type) {
        if (type == null) {
            return new ValueBody(body, null, ContentType.JSON);
        }
        ContentType constant = type.template().isConstant() ? constant(type) : null;
        Object content = body.constant(NO_CONSTANT);
        if (constant != null && content != NO_CONSTANT) {
            try {
                ValueBody.bytes(constant, content, body);
            } catch (IllegalArgumentException x) {
                problems.add(body.source().problem(String.valueOf(x.getMessage())));
            }
        }
        return new ValueBody(body, type, constant);
    }

    /** Returns the plan of a body that is a template; null if it has problems, which are added. */
    @Nullable
    TemplateBody template(TextFormula template, @Nullable TextFormula type) {
        ContentType constant = type == null ? XML : type.template().isConstant() ? constant(type) : null;
        if (constant != null && constant.writing() == ContentType.Writing.XML) {
            return XmlTemplateCheck.document(template, constant, problems);
        }
        if (type != null && (constant != null || !type.template().isConstant())) {
            problems.add(type.source()
                    .problem(
                            "'%s' is not a type of XML, but the body is a template; expected one such as application/xml"
                                    .formatted(type.source().text())));
        }
        return null;
    }

    private @Nullable ContentType constant(TextFormula type) {
        try {
            return ContentType.of(type.constant());
        } catch (IllegalArgumentException x) {
            problems.add(type.source().problem(String.valueOf(x.getMessage())));
            return null;
        }
    }
}
