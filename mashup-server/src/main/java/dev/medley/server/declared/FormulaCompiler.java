package dev.medley.server.declared;

import dev.medley.config.LocatedText;
import dev.medley.server.declared.expression.Expression;
import dev.medley.server.declared.expression.ExpressionException;
import dev.medley.server.declared.expression.Paths;
import dev.medley.server.declared.expression.TextTemplate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compiles the expressions and templates of one mashup, each once. For one thread. */
final class FormulaCompiler {

    private static final Pattern OF_REQUEST =
            Pattern.compile("\\$request\\s*\\.\\s*(path|query)\\s*\\.\\s*([A-Za-z_][0-9A-Za-z_]*)");
    private static final Pattern VARIABLE = Pattern.compile("\\$([A-Za-z_][0-9A-Za-z_]*)");

    private final Names names;
    private final List<String> problems;
    /** Each expression, with its place. */
    private final Map<Expression, LocatedText> compiled = new LinkedHashMap<>();

    FormulaCompiler(Names names, List<String> problems) {
        this.names = names;
        this.problems = problems;
    }

    /** Returns a formula; null without a source, or if it has a problem, which is added. */
    @Nullable
    Formula formula(@Nullable LocatedText source, String... further) {
        if (source == null) {
            return null;
        }
        try {
            Expression expression = Expression.compile(source.text(), names.variables(further));
            compiled.put(expression, source);
            return new Formula(source, expression);
        } catch (ExpressionException x) {
            addProblem(source, x);
            return null;
        }
    }

    /** Returns a template; null if it has a problem, which is added. */
    @Nullable
    TextFormula template(LocatedText source, String... further) {
        try {
            TextTemplate template = TextTemplate.compile(source.text(), names.variables(further));
            refuseVariablesInText(source, template);
            TextFormula formula = new TextFormula(source, template);
            formula.expressions().forEach(expression -> compiled.put(expression, source));
            return formula;
        } catch (ExpressionException x) {
            addProblem(source, x);
            return null;
        }
    }

    /** A variable without braces would be sent as it is written. */
    private void refuseVariablesInText(LocatedText source, TextTemplate template) {
        for (TextTemplate.Part part : template.parts()) {
            Matcher variable = VARIABLE.matcher(part instanceof TextTemplate.Literal literal ? literal.text() : "");
            while (variable.find()) {
                if (names.isVariable(variable.group(1))) {
                    problems.add(source.problem(
                            Math.max(0, source.text().indexOf(variable.group())),
                            "'%s' is text here; expected {%s} in braces"
                                    .formatted(variable.group(), variable.group())));
                }
            }
        }
    }

    /**
     * Returns the value of an expression that refers to no variable.
     *
     * @return {@code otherwise} if it refers to some, or fails
     */
    static @Nullable Object constant(Formula formula, @Nullable Object otherwise) {
        if (!formula.expression().variables().isEmpty()) {
            return otherwise;
        }
        try {
            return formula.expression().evaluate(name -> Expression.UNDEFINED);
        } catch (ExpressionException x) {
            return otherwise;
        }
    }

    private void addProblem(LocatedText source, ExpressionException failure) {
        String fault = String.valueOf(failure.getMessage());
        problems.add(failure.position() < 0 ? source.problem(fault) : source.problem(failure.position(), fault));
    }

    /** Returns the members of the request that expressions refer to; all, if one refers to the request as a whole. */
    Set<String> requestMembers() {
        Set<String> members = new LinkedHashSet<>();
        for (Expression each : compiled.keySet()) {
            if (each.variables().contains(Names.REQUEST)) {
                Paths paths = each.paths(Names.REQUEST);
                members.addAll(paths.whole() ? RequestValue.MEMBERS : paths.members());
            }
        }
        return members;
    }

    /**
     * Adds a problem for each variable of the path, and each parameter of the query, that does not exist.
     *
     * @param path the variables of the path
     * @param query the parameters that are declared; any may be asked for if there is none
     */
    void checkRequest(List<String> path, List<String> query) {
        for (LocatedText source : new LinkedHashSet<>(compiled.values())) {
            Matcher member = OF_REQUEST.matcher(source.text());
            while (member.find()) {
                boolean ofPath = member.group(1).equals("path");
                List<String> expected = ofPath ? path : query;
                if (!expected.contains(member.group(2)) && (ofPath || !query.isEmpty())) {
                    problems.add(source.problem(
                            member.start(2),
                            "'%s' is no %s; expected %s"
                                    .formatted(
                                            member.group(2),
                                            ofPath ? "variable of the path" : "parameter that is declared",
                                            expected.isEmpty() ? "none" : String.join(" or ", expected))));
                }
            }
        }
    }

    /**
     * Adds a problem for each member that a variable cannot have.
     *
     * @param texts the exchanges whose values are text
     */
    void checkMembers(Set<String> texts) {
        compiled.forEach((expression, source) -> {
            for (String text : texts) {
                for (String member : expression.paths(text).members()) {
                    problems.add(source.problem(
                            "$%s is text, and has no member '%s'; expected $%s itself".formatted(text, member, text)));
                }
            }
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
        });
    }
}
