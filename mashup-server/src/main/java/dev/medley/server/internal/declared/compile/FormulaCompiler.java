package dev.medley.server.internal.declared.compile;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declaration.ResponseFormat;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.expression.analysis.Paths;
import dev.medley.server.internal.declared.expression.analysis.Reference;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.plan.Credentials;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.RequestValue;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiles the expressions and templates of one mashup, each once. For one thread. */
final class FormulaCompiler {

    /** Of text, which is no expression. */
    private static final Pattern VARIABLE = Pattern.compile("\\$([A-Za-z_][0-9A-Za-z_]*)");

    private final Names names;
    private final List<String> problems;
    private final List<Compiled> compiled = new ArrayList<>();

    FormulaCompiler(Names names, List<String> problems) {
        this.names = names;
        this.problems = problems;
    }

    /**
     * An expression with its place.
     *
     * @param source the text that has it
     * @param offset where it begins there
     */
    private record Compiled(Expression expression, LocatedText source, int offset) {}

    /** Returns a formula; null without a source, or if it has a problem, which is added. */
    @Nullable
    Formula formula(@Nullable LocatedText source, String... further) {
        if (source == null) {
            return null;
        }
        try {
            Expression expression = Expression.compile(source.text(), names.variables(further));
            compiled.add(new Compiled(expression, source, 0));
            return new Formula(source, expression);
        } catch (ExpressionException x) {
            addProblem(source, x);
            return null;
        }
    }

    /** Returns whether an expression is a member of the request and nothing else, in which case it needs not be evaluated. */
    boolean isOfRequest(LocatedText source, String member) {
        try {
            Reference alone = Expression.compile(source.text(), Variables.of(Names.REQUEST))
                    .reference();
            return alone != null
                    && alone.steps().size() == 1
                    && alone.steps().get(0).name().equals(member);
        } catch (ExpressionException x) {
            // It refers to more, or is compiled again for its problem.
            return false;
        }
    }

    /** Returns a template; null if it has a problem, which is added. */
    @Nullable
    TextFormula template(LocatedText source, String... further) {
        try {
            TextTemplate template = TextTemplate.compile(source.text(), names.variables(further));
            TextFormula formula = new TextFormula(source, template);
            refuseVariablesInText(formula, List.of(further));
            for (TextTemplate.Part part : template.parts()) {
                if (part instanceof TextTemplate.Placeholder placeholder) {
                    compiled.add(new Compiled(placeholder.expression(), source, placeholder.position()));
                }
            }
            return formula;
        } catch (ExpressionException x) {
            addProblem(source, x);
            return null;
        }
    }

    /** A variable without braces would be sent as it is written. */
    private void refuseVariablesInText(TextFormula template, List<String> further) {
        for (TextTemplate.Part part : template.template().parts()) {
            if (part instanceof TextTemplate.Literal literal) {
                refuseVariables(literal, template.source(), further);
            }
        }
    }

    private void refuseVariables(TextTemplate.Literal literal, LocatedText source, List<String> further) {
        Matcher variable = VARIABLE.matcher(literal.text());
        while (variable.find()) {
            if (names.isVariable(variable.group(1)) || further.contains(variable.group(1))) {
                problems.add(source.problem(
                        literal.position() + variable.start(),
                        "'%s' is text here; expected {%s} in braces".formatted(variable.group(), variable.group())));
            }
        }
    }

    private void addProblem(LocatedText source, ExpressionException failure) {
        String fault = String.valueOf(failure.getMessage());
        problems.add(failure.position() < 0 ? source.problem(fault) : source.problem(failure.position(), fault));
    }

    /** Returns the places of expressions that refer to the request. */
    List<Reference> ofRequest() {
        return compiled.stream()
                .flatMap(each -> each.expression().references().stream())
                .filter(each -> each.variable().equals(Names.REQUEST))
                .toList();
    }

    /** Returns the members of the request that expressions refer to; all, if one refers to the request as a whole. */
    Set<String> requestMembers() {
        Set<String> members = new LinkedHashSet<>();
        for (Compiled each : compiled) {
            if (each.expression().variables().contains(Names.REQUEST)) {
                Paths paths = each.expression().paths(Names.REQUEST);
                members.addAll(paths.whole() ? RequestValue.MEMBERS : paths.members());
            }
        }
        return members;
    }

    /** Returns the header fields of the request that expressions refer to. */
    Set<String> requestHeaders() {
        Set<String> fields = new LinkedHashSet<>();
        headerReferences()
                .filter(steps -> steps.size() > 1)
                .forEach(steps -> fields.add(steps.get(1).name()));
        return fields;
    }

    /** Returns whether an expression may refer to any header field of the request. */
    boolean readsAllHeaders() {
        return headerReferences().anyMatch(steps -> steps.size() == 1)
                || compiled.stream()
                        .anyMatch(each -> each.expression().paths(Names.REQUEST).whole());
    }

    private Stream<List<Reference.Step>> headerReferences() {
        return compiled.stream()
                .flatMap(each -> each.expression().references().stream())
                .filter(reference -> reference.variable().equals(Names.REQUEST))
                .map(Reference::steps)
                .filter(steps -> !steps.isEmpty() && steps.get(0).name().equals(RequestValue.HEADERS));
    }

    /** Returns whether the values of an exchange are used for the credentials of other exchanges, and for nothing else. */
    boolean areCredentials(String exchange) {
        List<LocatedText> uses = compiled.stream()
                .filter(each -> refersTo(exchange, each.expression()))
                .map(Compiled::source)
                .toList();
        return !uses.isEmpty() && uses.stream().allMatch(FormulaCompiler::isCredential);
    }

    private static boolean refersTo(String exchange, Expression expression) {
        return expression.variables().contains(exchange)
                || Stream.of(Names.RESPONSE, Names.MISSING)
                        .map(expression::paths)
                        .anyMatch(paths -> paths.mayRead(exchange));
    }

    private static boolean isCredential(LocatedText source) {
        List<String> key = source.key();
        int last = key.size() - 1;
        return last > 0
                && key.get(last - 1).equals("headers")
                && (key.contains(EvaluationException.EXCHANGES) || key.contains("pass"))
                && Credentials.isOne(key.get(last));
    }

    /**
     * Adds a problem for each variable of the path, and each parameter of the query, that does not exist, and for each header
     * field whose name has capitals.
     *
     * @param path the variables of the path
     * @param query the parameters that are declared; any may be asked for if there is none
     */
    void checkRequest(List<String> path, List<String> query) {
        for (Compiled each : compiled) {
            for (Reference reference : each.expression().references()) {
                if (reference.variable().equals(Names.REQUEST)
                        && reference.steps().size() > 1) {
                    switch (reference.steps().get(0).name()) {
                        case "path" -> checkOfRequest(each, reference.steps().get(1), "variable of the path", path);
                        case "query", "queries" -> {
                            if (!query.isEmpty()) {
                                checkOfRequest(each, reference.steps().get(1), "declared parameter", query);
                            }
                        }
                        case RequestValue.HEADERS ->
                            refuseCapitals(each, reference.steps().get(1));
                        default -> {}
                    }
                }
                if (reference.variable().equals(Names.RESPONSE)
                        && reference.steps().size() > 2
                        && reference.steps().get(1).name().equals(RequestValue.HEADERS)) {
                    refuseCapitals(each, reference.steps().get(2));
                }
            }
        }
    }

    /**
     * Adds a problem for each reference to what a run without a client does not have.
     *
     * @param query the parameters of the query that have defaults
     */
    void refuseOfClient(List<String> query) {
        for (Compiled each : compiled) {
            for (Reference reference : each.expression().references()) {
                if (reference.variable().equals(Names.REQUEST) && !isOfSchedule(reference.steps(), query)) {
                    Reference.Step step = reference.steps().isEmpty()
                            ? null
                            : reference.steps().get(reference.steps().size() > 1 ? 1 : 0);
                    String fault =
                            "refers to $request%s, but the mashup has every, and runs without a client; expected %s"
                                    .formatted(
                                            reference.steps().stream()
                                                    .map(any -> "." + any.name())
                                                    .collect(Collectors.joining()),
                                            query.isEmpty()
                                                    ? "no value of a request"
                                                    : "parameters that are declared: " + String.join(", ", query));
                    problems.add(
                            step == null
                                    ? each.source().problem(fault)
                                    : each.source().problem(each.offset() + step.position(), fault));
                }
            }
        }
    }

    private static boolean isOfSchedule(List<Reference.Step> steps, List<String> query) {
        if (steps.isEmpty()) {
            return false;
        }
        return switch (steps.get(0).name()) {
            // One that is not declared has a problem already where others are.
            case "query", "queries" -> steps.size() > 1 && !query.isEmpty();
            case "path", "headers", "body", "caller" -> false;
            // What there is not has a problem already.
            default -> true;
        };
    }

    /** A field whose name is written in capitals would have no value, without a word. */
    private void refuseCapitals(Compiled place, Reference.Step step) {
        String small = step.name().toLowerCase(Locale.ROOT);
        if (!step.name().equals(small)) {
            problems.add(place.source()
                    .problem(
                            place.offset() + step.position(),
                            "'%s' has capitals, but names of header fields are in lower case here; expected '%s'"
                                    .formatted(step.name(), small)));
        }
    }

    private void checkOfRequest(Compiled place, Reference.Step step, String kind, List<String> expected) {
        if (!expected.contains(step.name())) {
            problems.add(place.source()
                    .problem(
                            place.offset() + step.position(),
                            "'%s' is not a %s; expected %s"
                                    .formatted(
                                            step.name(),
                                            kind,
                                            expected.isEmpty() ? "none" : String.join(" or ", expected))));
        }
    }

    /** Adds a problem for each expression that refers to the value of an exchange whose response is passed on. */
    void refuseValueOf(String exchange) {
        for (Compiled each : compiled) {
            if (each.expression().variables().contains(exchange)) {
                problems.add(each.source()
                        .problem(("refers to $%s, which has no value, because the response is passed on; expected"
                                        + " $response.%s")
                                .formatted(exchange, exchange)));
            }
        }
    }

    /**
     * Adds a problem for each member that a variable cannot have.
     *
     * @param formats those of the exchanges whose values are not arrays of several
     */
    void checkMembers(Map<String, ResponseFormat> formats) {
        for (Compiled each : compiled) {
            Expression expression = each.expression();
            LocatedText source = each.source();
            formats.forEach((name, format) -> {
                for (String member : expression.paths(name).members()) {
                    String problem = KnownMembers.problem(name, format, member);
                    if (problem != null) {
                        problems.add(source.problem(problem));
                    }
                }
            });
            for (String member : expression.paths(Names.RESPONSE).members()) {
                if (!names.isExchange(member)) {
                    problems.add(source.problem("$response has no '%s'; expected the name of an exchange: %s"
                            .formatted(member, String.join(", ", names.exchanges()))));
                }
            }
            for (String member : expression.paths(Names.REQUEST).members()) {
                if (!RequestValue.MEMBERS.contains(member)) {
                    problems.add(source.problem("$request has no '%s'; expected one of %s"
                            .formatted(member, String.join(", ", RequestValue.MEMBERS))));
                }
            }
        }
    }
}
