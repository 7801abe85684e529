package dev.medley.server.internal.declared.compile;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.RequestMethod;
import dev.medley.server.internal.declared.body.BodyPlan;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.plan.ExchangePlan;
import dev.medley.server.internal.declared.plan.HeaderCheck;
import dev.medley.server.internal.declared.plan.PassPlan;
import dev.medley.server.internal.declared.plan.RequestPlan;
import dev.medley.server.internal.declared.plan.ResponseCheck;
import dev.medley.server.internal.declared.plan.ResponseReader;
import dev.medley.server.internal.declared.several.BatchPlan;
import dev.medley.server.internal.declared.several.ElementsPlan;
import dev.medley.server.internal.declared.several.PagesPlan;
import dev.medley.server.internal.declared.value.Dependencies;
import dev.medley.server.internal.declared.value.EvaluationLog;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.RequestValue;
import dev.medley.server.internal.declared.value.TextFormula;
import dev.medley.server.internal.declared.value.Truth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiles the exchanges of one mashup. For one thread. */
final class ExchangeCompiler {

    /** A value for the check of what stands around it; of two hexadecimal digits, because a percent sign may stand before it. */
    private static final String ANY_VALUE = "00";

    private final FormulaCompiler formulas;
    private final Dependencies dependencies;
    private final List<String> partners;
    private final List<String> problems;

    ExchangeCompiler(
            FormulaCompiler formulas, Dependencies dependencies, List<String> partners, List<String> problems) {
        this.formulas = formulas;
        this.dependencies = dependencies;
        this.partners = partners;
        this.problems = problems;
    }

    /**
     * Compiles an exchange; null if it has problems, which are added.
     *
     * @param inElement whether its expressions see an element of {@code for-each}
     * @param internal whether clients do not see it
     */
    @Nullable
    ExchangePlan compile(
            ExchangeDeclaration exchange, Names names, boolean inElement, boolean internal, @Nullable PassPlan pass) {
        int before = problems.size();
        List<String> ofElement = inElement ? List.of(Names.ITEM, Names.INDEX) : List.of();
        String[] outer = ofElement.toArray(String[]::new);
        String[] further = ofRequest(exchange, ofElement);
        Uses uses = new Uses(exchange.name().text());
        TextFormula partner = uses.template(exchange.partner(), further);
        boolean isRequest = exchange.snapshot() == null;
        if (isRequest) {
            checkPartner(exchange, partner);
        }
        TextFormula path = uses.template(exchange.path(), further);
        Map<String, TextFormula> query = uses.templates(exchange.query(), further);
        Map<String, TextFormula> headers = uses.templates(exchange.headers(), further);
        LocatedText bodySource = exchange.bodySource();
        TextFormula type = bodySource == null ? null : ContentTypeCheck.remove(headers);
        boolean passesBody = type == null
                && exchange.content().protocol() == null
                && exchange.body() != null
                && formulas.isOfRequest(exchange.body(), RequestValue.BODY);
        BodyPlan bodyPlan = passesBody
                ? null
                : new BodyCompiler(
                                source -> uses.formula(source, further),
                                source -> uses.template(source, further),
                                problems)
                        .compile(exchange, type, headers);
        List<Formula> ofRequest = List.copyOf(uses.noted);
        if (bodySource != null && exchange.method() == RequestMethod.GET) {
            problems.add(bodySource.problem("is the body of a GET; expected another method, such as POST"));
        }
        Formula when = uses.formula(exchange.when());
        Formula forEach = uses.array(exchange.forEach());
        Formula fallbackValue = uses.formula(exchange.fallback().value(), outer);
        SeveralCompiler several = new SeveralCompiler(exchange, uses::later, problems, problems.size() > before);
        PagesPlan pages = several.pages(ofElement, ofRequest);
        BatchPlan batch = several.batch(ofElement, forEach, ofRequest, passesBody);
        checkConstants(when, forEach, exchange.maxElements());
        if (isRequest && (pass == null || pass.inbound() == null)) {
            checkPath(path);
        } else if (isRequest) {
            checkBase(path);
        }
        if (pass != null) {
            new PassCheck(problems).check(exchange);
        } else {
            new ExampleCheck(problems).check(exchange);
        }
        new HeaderCheck(problems).ofExchange(exchange.headers(), headers);
        needs(exchange, names);
        if (problems.size() > before || partner == null || path == null) {
            return null;
        }
        RequestPlan request = new RequestPlan(
                exchange.name().text(),
                partner,
                exchange.method(),
                path,
                target(path.template()),
                query,
                headers,
                bodyPlan,
                passesBody,
                new ResponseReader(
                        exchange.reader(),
                        exchange.responseSchema() == null
                                ? null
                                : new ResponseCheck(exchange.name().text(), exchange.responseSchema())),
                exchange.timeout(),
                exchange.fallback().stale(),
                exchange.retries(),
                exchange.hedgeAfter(),
                exchange.accept(),
                internal,
                exchange.snapshot() == null ? null : exchange.snapshot().text(),
                pass);
        return new ExchangePlan(
                exchange.name().text(),
                request,
                when,
                forEach == null ? null : new ElementsPlan(forEach, exchange.concurrency(), exchange.maxElements()),
                pages,
                batch,
                exchange.optional(),
                exchange.passStatus(),
                fallbackValue,
                null,
                Set.copyOf(uses.inputs),
                uses.heavy,
                new EvaluationLog());
    }

    /** Returns the variables that the expressions of a request see besides those of each. */
    private static String[] ofRequest(ExchangeDeclaration exchange, List<String> ofElement) {
        if (exchange.batch() != null) {
            return new String[] {Names.KEYS};
        }
        List<String> further = new ArrayList<>(ofElement);
        if (exchange.pages() != null) {
            further.add(Names.CURSOR);
        }
        return further.toArray(String[]::new);
    }

    /** Returns the template of Medley, with a placeholder for each expression. */
    private static String target(TextTemplate template) {
        StringBuilder target = new StringBuilder();
        for (TextTemplate.Part part : template.parts()) {
            target.append(
                    part instanceof TextTemplate.Literal literal
                            ? literal.text().replace("{", "%7B").replace("}", "%7D")
                            : "{}");
        }
        return target.toString();
    }

    private void checkPartner(ExchangeDeclaration exchange, @Nullable TextFormula partner) {
        if (partner == null || !partner.template().isConstant()) {
            return;
        }
        String name = partner.constant();
        if (!partners.contains(name)) {
            problems.add(exchange.partner()
                    .problem("there is no partner '%s'; expected %s"
                            .formatted(name, partners.isEmpty() ? "one below partners" : String.join(", ", partners))));
        }
    }

    private void checkConstants(@Nullable Formula when, @Nullable Formula forEach, int maxElements) {
        if (when != null && !Truth.of(when.constant(true))) {
            problems.add(when.source().problem("is never true; expected a condition, or no exchange"));
        }
        if (forEach == null) {
            return;
        }
        Object constant = forEach.constant(List.of());
        if (!(constant instanceof List<?> elements)) {
            problems.add(forEach.source().problem("is not an array; expected the expression of one"));
        } else if (elements.size() > maxElements) {
            problems.add(forEach.source()
                    .problem("has %d elements; expected at most %d, or a larger max-elements"
                            .formatted(elements.size(), maxElements)));
        }
    }

    /** Checks the path to which the rest of another one is added. */
    private void checkBase(@Nullable TextFormula path) {
        if (path == null || path.template().parts().isEmpty()) {
            return;
        }
        if (target(path.template()).indexOf('?') >= 0) {
            problems.add(
                    path.source().problem("has a query, but the request's query is appended; expected a path alone"));
        }
        checkPath(path);
    }

    private void checkPath(@Nullable TextFormula path) {
        if (path == null) {
            return;
        }
        List<TextTemplate.Part> parts = path.template().parts();
        if (parts.isEmpty()
                || !(parts.get(0) instanceof TextTemplate.Literal first)
                || !first.text().startsWith("/")) {
            problems.add(path.source().problem("does not begin with /; expected a path"));
            return;
        }
        try {
            DefaultExchangeBuilder.checkTarget(
                    target(path.template()),
                    path.expressions().stream().map(each -> ANY_VALUE).toArray());
        } catch (IllegalArgumentException x) {
            problems.add(path.source().problem("is not the path of a request: " + x.getMessage()));
        }
    }

    private void needs(ExchangeDeclaration exchange, Names names) {
        for (LocatedText each : exchange.needs()) {
            if (names.isExchange(each.text())) {
                dependencies.add(exchange.name().text(), List.of(each.text()), each);
            } else {
                List<String> others = names.exchanges().stream()
                        .filter(name -> !name.equals(exchange.name().text()))
                        .toList();
                problems.add(each.problem("there is no exchange '%s'; expected %s"
                        .formatted(each.text(), others.isEmpty() ? "none" : "one of " + String.join(", ", others))));
            }
        }
    }

    /** What the expressions of one exchange refer to. */
    private final class Uses {

        private final String exchange;
        private final Set<String> inputs = new LinkedHashSet<>();
        /** All that has been compiled so far. */
        private final List<Formula> noted = new ArrayList<>();

        private boolean heavy;

        Uses(String exchange) {
            this.exchange = exchange;
        }

        @Nullable
        Formula formula(@Nullable LocatedText source, String... further) {
            Formula formula = formulas.formula(source, further);
            if (formula != null) {
                note(formula.expression(), formula.source());
                heavy |= !formula.expression().isLight();
            }
            return formula;
        }

        /** As above, of one that is evaluated when a response is there, and not before the exchange. */
        @Nullable
        Formula later(LocatedText source, List<String> further) {
            Formula formula = formulas.formula(source, further.toArray(String[]::new));
            if (formula != null) {
                note(formula.expression(), formula.source());
            }
            return formula;
        }

        /** As above, of an array of which no more is read than exchanges are started. */
        @Nullable
        Formula array(@Nullable LocatedText source) {
            Formula formula = formulas.formula(source);
            if (formula != null) {
                note(formula.expression(), formula.source());
                heavy |= !formula.expression().isLazy();
            }
            return formula;
        }

        @Nullable
        TextFormula template(LocatedText source, String... further) {
            TextFormula formula = formulas.template(source, further);
            if (formula != null) {
                formula.expressions().forEach(each -> note(each, source));
                heavy |= !formula.template().isLight();
            }
            return formula;
        }

        Map<String, TextFormula> templates(List<NamedText> sources, String... further) {
            Map<String, TextFormula> templates = new LinkedHashMap<>();
            for (NamedText each : sources) {
                TextFormula template = template(each.value(), further);
                if (template != null) {
                    templates.put(each.name().text(), template);
                }
            }
            return templates;
        }

        private void note(Expression expression, LocatedText source) {
            Set<String> needed = dependencies.of(expression);
            inputs.addAll(needed);
            noted.add(new Formula(source, expression));
            dependencies.add(exchange, needed, source);
        }
    }
}
