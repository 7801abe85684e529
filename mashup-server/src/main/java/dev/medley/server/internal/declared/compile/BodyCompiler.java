package dev.medley.server.internal.declared.compile;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.format.SoapVersion;
import dev.medley.format.internal.SoapEnvelope;
import dev.medley.server.internal.declaration.ExchangeContent;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declared.body.BodyPlan;
import dev.medley.server.internal.declared.body.GraphQlBody;
import dev.medley.server.internal.declared.body.GraphQlQuery;
import dev.medley.server.internal.declared.body.SoapBody;
import dev.medley.server.internal.declared.body.XmlTemplate;
import dev.medley.server.internal.declared.body.XmlTemplateCheck;
import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compiles the body of an exchange's request. For one thread. */
final class BodyCompiler {

    private static final String ACTION = "SOAPAction";

    private final Function<@Nullable LocatedText, @Nullable Formula> formulas;
    private final Function<LocatedText, @Nullable TextFormula> templates;
    private final List<String> problems;

    /**
     * Creates a compiler.
     *
     * @param formulas compiles an expression of the exchange; has null for one with a problem, and for none
     * @param templates compiles a text with expressions; has null for one with a problem
     * @param problems to which those are added that are found
     */
    BodyCompiler(
            Function<@Nullable LocatedText, @Nullable Formula> formulas,
            Function<LocatedText, @Nullable TextFormula> templates,
            List<String> problems) {
        this.formulas = formulas;
        this.templates = templates;
        this.problems = problems;
    }

    /**
     * Returns the body, of which fields may be added to {@code headers}; null if there is none, or it has problems, which are added.
     *
     * @param type the field {@code Content-Type}; null for none
     */
    @Nullable
    BodyPlan compile(ExchangeDeclaration exchange, @Nullable TextFormula type, Map<String, TextFormula> headers) {
        ExchangeContent content = exchange.content();
        if (content.soap() != null) {
            return soap(exchange, content.soap(), headers);
        }
        if (content.graphQl() != null) {
            return graphQl(content.graphQl());
        }
        if (content.template() != null) {
            TextFormula template = templates.apply(content.template());
            return template == null ? null : new ContentTypeCheck(problems).template(template, type);
        }
        Formula body = formulas.apply(exchange.body());
        return body == null ? null : new ContentTypeCheck(problems).plan(body, type);
    }

    private @Nullable BodyPlan soap(
            ExchangeDeclaration exchange, ExchangeContent.Soap soap, Map<String, TextFormula> headers) {
        Formula header = formulas.apply(soap.header());
        checkConstant(header, "Header");
        SoapBody.Content content = soapContent(exchange);
        if (content == null || (soap.header() != null && header == null)) {
            return null;
        }
        String action = soap.action().text();
        if (soap.version() == SoapVersion.V1_1) {
            String quoted = SoapEnvelope.quoted(action).replace("{", "{{").replace("}", "}}");
            headers.put(
                    ACTION,
                    new TextFormula(LocatedText.of(ACTION, quoted), TextTemplate.compile(quoted, Variables.of())));
        }
        return SoapEnvelope.isAction(action) ? SoapBody.of(soap.version(), action, header, content) : null;
    }

    private SoapBody.@Nullable Content soapContent(ExchangeDeclaration exchange) {
        LocatedText source = exchange.content().template();
        if (source == null) {
            Formula body = formulas.apply(exchange.body());
            checkConstant(body, "Body");
            return body == null ? null : new SoapBody.OfValue(body);
        }
        TextFormula formula = templates.apply(source);
        XmlTemplate template = formula == null ? null : XmlTemplateCheck.elements(formula, problems);
        return template == null ? null : new SoapBody.OfTemplate(template);
    }

    private void checkConstant(@Nullable Formula formula, String part) {
        Object constant = formula == null ? Map.of() : formula.constant(Map.of());
        try {
            SoapBody.elements(constant, part);
        } catch (IllegalArgumentException x) {
            if (formula != null) {
                problems.add(formula.source().problem(String.valueOf(x.getMessage())));
            }
        }
    }

    private @Nullable BodyPlan graphQl(ExchangeContent.GraphQl graphQl) {
        int before = problems.size();
        GraphQlQuery.check(graphQl.query(), graphQl.variables(), problems);
        Map<String, Formula> variables = new LinkedHashMap<>();
        for (NamedText each : graphQl.variables()) {
            Formula formula = formulas.apply(each.value());
            if (formula != null) {
                variables.put(each.name().text(), formula);
            }
        }
        LocatedText operation = graphQl.operation();
        return problems.size() > before
                ? null
                : new GraphQlBody(graphQl.query().text(), operation == null ? null : operation.text(), variables);
    }
}
