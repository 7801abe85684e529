package dev.medley.server.internal.declared.compile;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.ReplyDeclaration;
import dev.medley.server.internal.declared.body.TextBody;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.analysis.Reference;
import dev.medley.server.internal.declared.plan.ComputedBody;
import dev.medley.server.internal.declared.plan.HeaderCheck;
import dev.medley.server.internal.declared.plan.MergedBody;
import dev.medley.server.internal.declared.plan.ReplyPlan;
import dev.medley.server.internal.declared.plan.ReplyType;
import dev.medley.server.internal.declared.value.Dependencies;
import dev.medley.server.internal.declared.value.EvaluationLog;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiles the reply of one mashup. For one thread. */
final class ReplyCompiler {

    private static final String POSITION = "{$index}";

    private final FormulaCompiler formulas;
    private final Dependencies dependencies;
    private final Names names;
    private final Map<String, ExchangeDeclaration> exchanges;
    private final Set<String> fallbacks;
    private final List<String> problems;
    private final Set<String> inputs = new LinkedHashSet<>();
    private boolean heavy;

    ReplyCompiler(
            FormulaCompiler formulas,
            Dependencies dependencies,
            Names names,
            Map<String, ExchangeDeclaration> exchanges,
            Set<String> fallbacks,
            List<String> problems) {
        this.formulas = formulas;
        this.dependencies = dependencies;
        this.names = names;
        this.exchanges = exchanges;
        this.fallbacks = fallbacks;
        this.problems = problems;
    }

    /** Compiles the reply; null if it has problems, which are added. */
    @Nullable
    ReplyPlan compile(ReplyDeclaration reply) {
        int before = problems.size();
        boolean isDefault = reply.body() == null && reply.merge().isEmpty();
        Formula status = formula(reply.status());
        ReplyPlan.Elsewhere elsewhere = elsewhere(reply, status, isDefault);
        Formula computed = elsewhere == null ? formula(reply.body()) : null;
        List<MergedBody.Member> members = elsewhere == null && reply.body() == null ? members(reply) : List.of();
        if (elsewhere == null && reply.body() != null && !reply.merge().isEmpty()) {
            problems.add(reply.body().problem("cannot be combined with merge; expected one or the other"));
        }
        Map<String, TextFormula> headers = new LinkedHashMap<>();
        for (NamedText each : reply.headers()) {
            TextFormula template = formulas.template(each.value(), Names.MISSING);
            if (template != null) {
                template.expressions().forEach(expression -> note(expression, each.value()));
                headers.put(each.name().text(), template);
            }
        }
        new HeaderCheck(problems).ofReply(reply.headers(), headers);
        Formula maxAge = formula(reply.maxAge());
        if (reply.maxAge() != null) {
            refuseCacheControl(reply.headers());
        }
        checkConstants(status, maxAge);
        for (LocatedText each : reply.needs()) {
            if (names.isExchange(each.text())) {
                dependencies.addOfReply(List.of(each.text()), each);
            } else {
                problems.add(each.problem("there is no exchange '%s'; expected one of %s"
                        .formatted(each.text(), String.join(", ", names.exchanges()))));
            }
        }
        ReplyPlan.Body body = elsewhere != null ? elsewhere : body(reply, computed, members);
        ReplyType type = ReplyType.of(reply.type(), problems);
        if (reply.manifest() != null && body != null && type.isJson() && elsewhere == null) {
            new ManifestCheck(problems).check(reply.manifest(), body);
        }
        TextBody text = type.isJson() || elsewhere != null ? null : text(reply, type, body);
        if (problems.size() > before || body == null) {
            return null;
        }
        return new ReplyPlan(
                body,
                status,
                headers,
                maxAge,
                type.text(),
                text,
                Set.copyOf(inputs),
                heavy,
                new EvaluationLog(),
                isDefault);
    }

    /** Returns what makes bytes of the body; null if it is no text, which is added to the problems. */
    private @Nullable TextBody text(ReplyDeclaration reply, ReplyType type, ReplyPlan.@Nullable Body body) {
        LocatedText source = reply.body();
        if (source == null || reply.manifest() != null) {
            LocatedText place = Objects.requireNonNull(reply.type());
            problems.add(place.problem("is not a JSON type, but the body is an object of %s; expected reply.body"
                    .formatted(source == null ? "the values of exchanges" : "which the manifest is a member")));
            return null;
        }
        if (!(body instanceof ComputedBody computed)) {
            return null;
        }
        TextBody text =
                new TextBody(computed.formula(), "reply.type is " + type.text(), type.writing(), type.charset());
        try {
            text.check(computed.formula().constant(null));
        } catch (IllegalArgumentException x) {
            problems.add(source.problem(String.valueOf(x.getMessage())));
        }
        return text;
    }

    private void refuseCacheControl(List<NamedText> headers) {
        for (NamedText each : headers) {
            if (each.name().text().equalsIgnoreCase("Cache-Control")) {
                problems.add(each.name().problem("cannot be combined with reply.max-age; expected one or the other"));
            }
        }
    }

    private void checkConstants(@Nullable Formula status, @Nullable Formula maxAge) {
        if (status != null
                && !(ReplyPlan.isStatus(status.constant(ReplyPlan.FIRST_STATUS))
                        && status.expression().choices().numbers().stream().allMatch(ReplyPlan::isStatus))) {
            problems.add(status.source().problem("is not a status; expected one from 200 to 599"));
        }
        if (maxAge != null && !(maxAge.constant(0) instanceof Number seconds && seconds.doubleValue() >= 0)) {
            problems.add(maxAge.source().problem("is not a lifetime; expected seconds, 0 or more"));
        }
    }

    /** Returns where the body of a reply is that is not composed here, with nothing declared of it; null if it is composed. */
    private ReplyPlan.@Nullable Elsewhere elsewhere(
            ReplyDeclaration reply, @Nullable Formula status, boolean isDefault) {
        if (reply.pass() != null) {
            checkPassed(reply, reply.pass());
            return ReplyPlan.Elsewhere.PASSED;
        }
        if (status != null && status.constant(null) instanceof Number number) {
            int code = number.intValue();
            if (ReplyPlan.excludesBody(code) || (isDefault && ReplyPlan.isRedirect(code))) {
                refuse(besides(reply), "is given for a reply of %d, which has no body; expected none".formatted(code));
                return ReplyPlan.Elsewhere.NONE;
            }
        }
        return null;
    }

    private void checkPassed(ReplyDeclaration reply, LocatedText exchange) {
        refuse(
                besides(reply),
                "cannot be combined with pass, which makes a response the reply; expected one or the other");
        if (reply.status() != null) {
            refuse(
                    List.of(reply.status()),
                    "cannot be combined with pass; expected none, because the reply has the response's status");
        }
        if (reply.maxAge() != null) {
            refuse(List.of(reply.maxAge()), "cannot be combined with pass; expected Cache-Control in reply.headers");
        }
        if (names.isExchange(exchange.text())) {
            dependencies.addOfReply(List.of(exchange.text()), exchange);
        } else {
            problems.add(exchange.problem("there is no exchange '%s'; expected one of %s"
                    .formatted(exchange.text(), String.join(", ", names.exchanges()))));
        }
    }

    private void refuse(List<LocatedText> sources, String why) {
        sources.forEach(each -> problems.add(each.problem(why)));
    }

    /** Returns what is declared of a body. */
    private static List<LocatedText> besides(ReplyDeclaration reply) {
        List<LocatedText> sources = new ArrayList<>();
        Stream.of(reply.body(), reply.type(), reply.manifest())
                .filter(Objects::nonNull)
                .forEach(sources::add);
        reply.merge().stream().limit(1).map(NamedText::name).forEach(sources::add);
        return sources;
    }

    /** Returns the body, once all else of the reply is compiled; null if it has problems. */
    private ReplyPlan.@Nullable Body body(
            ReplyDeclaration reply, @Nullable Formula computed, List<MergedBody.Member> members) {
        if (reply.body() != null) {
            return computed == null ? null : new ComputedBody(computed, reply.manifest());
        }
        return new MergedBody(
                members,
                inputs,
                reply.manifest() == null ? null : reply.manifest().text());
    }

    /** Returns the members that are declared; without any, the values of all exchanges. */
    private List<MergedBody.Member> members(ReplyDeclaration reply) {
        List<MergedBody.Member> members = new ArrayList<>();
        if (reply.merge().isEmpty()) {
            for (ExchangeDeclaration exchange : exchanges.values()) {
                String name = exchange.name().text();
                if (!fallbacks.contains(name) && !exchange.internal()) {
                    members.add(passed(name, name, exchange.name()));
                }
            }
            return members;
        }
        checkCollisions(reply.merge());
        for (NamedText each : reply.merge()) {
            MergedBody.Member member = member(each);
            if (member != null) {
                members.add(member);
            }
        }
        return members;
    }

    private MergedBody.@Nullable Member member(NamedText member) {
        String name = member.name().text();
        Formula formula = formulas.formula(member.value(), Names.MISSING);
        if (formula == null) {
            return null;
        }
        Reference alone = formula.expression().reference();
        String exchange = alone != null && alone.steps().isEmpty() && names.isExchange(alone.variable())
                ? alone.variable()
                : null;
        int position = name.indexOf(POSITION);
        if (position >= 0) {
            if (exchange == null || !isOfElements(exchange)) {
                problems.add(member.value()
                        .problem("is not an exchange with for-each alone; expected one for a name with " + POSITION));
                return null;
            }
            dependencies.addOfReply(List.of(exchange), member.value());
            return new MergedBody.Spread(
                    name.substring(0, position), name.substring(position + POSITION.length()), exchange);
        }
        if (exchange != null) {
            return passed(name, exchange, member.value());
        }
        note(formula.expression(), formula.source());
        return new MergedBody.Computed(name, formula);
    }

    private boolean isOfElements(String name) {
        ExchangeDeclaration exchange = exchanges.get(name);
        return exchange != null && exchange.forEach() != null;
    }

    private MergedBody.Member passed(String name, String exchange, LocatedText place) {
        dependencies.addOfReply(List.of(exchange), place);
        return new MergedBody.Passed(name, exchange);
    }

    /** Refuses names that two members could have. */
    private void checkCollisions(List<NamedText> members) {
        for (NamedText one : members) {
            if (one.name().text().equals(Names.MISSING)) {
                problems.add(one.name().problem("'missing' lists the exchanges that failed; expected another name"));
            }
            String text = one.name().text();
            int position = text.indexOf(POSITION);
            if (position < 0) {
                continue;
            }
            Pattern spread = Pattern.compile(Pattern.quote(text.substring(0, position)) + "(0|[1-9][0-9]*)"
                    + Pattern.quote(text.substring(position + POSITION.length())));
            for (NamedText other : members) {
                if (!other.name().equals(one.name())
                        && namesOf(other.name().text()).anyMatch(spread.asMatchPredicate())) {
                    problems.add(other.name()
                            .problem("'%s' may be a member of '%s', too; expected another name"
                                    .formatted(other.name().text(), text)));
                }
            }
        }
    }

    /** The names of members that a name stands for; of a pattern, those that show whether it may be one of another. */
    private static Stream<String> namesOf(String name) {
        return name.contains(POSITION)
                ? IntStream.range(0, 200).mapToObj(i -> name.replace(POSITION, String.valueOf(i)))
                : Stream.of(name);
    }

    private @Nullable Formula formula(@Nullable LocatedText source) {
        Formula formula = formulas.formula(source, Names.MISSING);
        if (formula != null) {
            note(formula.expression(), formula.source());
        }
        return formula;
    }

    private void note(Expression expression, LocatedText source) {
        Set<String> needed = dependencies.of(expression);
        inputs.addAll(needed);
        heavy |= !expression.isLight();
        dependencies.addOfReply(needed, source);
    }
}
