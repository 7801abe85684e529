package dev.medley.server.internal.declared.compile;

import dev.medley.config.ManifestDetail;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.mashup.ProblemException;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.MashupDeclaration;
import dev.medley.server.internal.declaration.ParameterDeclaration;
import dev.medley.server.internal.declaration.ParameterPlace;
import dev.medley.server.internal.declaration.RequestMethod;
import dev.medley.server.internal.declaration.ResponseFormat;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.plan.CachePlan;
import dev.medley.server.internal.declared.plan.ExchangePlan;
import dev.medley.server.internal.declared.plan.Graph;
import dev.medley.server.internal.declared.plan.MashupEstimate;
import dev.medley.server.internal.declared.plan.PartsPlan;
import dev.medley.server.internal.declared.plan.PassPlan;
import dev.medley.server.internal.declared.plan.ReplyPlan;
import dev.medley.server.internal.declared.run.DeclaredMashup;
import dev.medley.server.internal.declared.run.RequestReads;
import dev.medley.server.internal.declared.value.Dependencies;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.Parameter;
import dev.medley.server.internal.declared.value.RequestValue;
import dev.medley.server.internal.declared.value.TextFormula;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compiles one declared mashup. For one thread. */
public final class MashupCompiler {

    /** In a chain of exchanges that are skipped, each is ended on the stack of the one before. */
    private static final int MAX_EXCHANGES = 256;

    private static final String WILDCARD = "/*";

    private final MashupDeclaration declaration;
    private final Map<String, PartnerSettings> partners;
    private final ServerSettings server;
    private final List<String> problems;
    private final Names names;
    private final FormulaCompiler formulas;
    private final Map<String, ExchangeDeclaration> exchanges = new LinkedHashMap<>();
    /** The exchanges that stand for others, and start only when these fail. */
    private final Set<String> fallbacks = new LinkedHashSet<>();

    private final Dependencies dependencies;

    private MashupCompiler(
            MashupDeclaration declaration,
            Map<String, PartnerSettings> partners,
            ServerSettings server,
            List<String> problems) {
        this.server = server;
        this.declaration = declaration;
        this.partners = partners;
        this.problems = problems;
        declaration.exchanges().forEach(each -> exchanges.put(each.name().text(), each));
        names = new Names(List.copyOf(exchanges.keySet()));
        formulas = new FormulaCompiler(names, problems);
        dependencies = new Dependencies(names, fallbacks, problems);
    }

    /**
     * Compiles a mashup.
     *
     * @param partners the configured partners, by name
     * @param server what holds for all mashups
     * @param problems to which its problems are added
     * @return null if it has problems
     */
    public static @Nullable DeclaredMashup compile(
            MashupDeclaration declaration,
            Map<String, PartnerSettings> partners,
            ServerSettings server,
            List<String> problems) {
        List<String> own = new ArrayList<>();
        DeclaredMashup compiled = new MashupCompiler(declaration, partners, server, own).compile();
        // What the methods of a path have in common, each of them would have a problem with.
        own.stream().filter(each -> !problems.contains(each)).forEach(problems::add);
        return own.isEmpty() ? compiled : null;
    }

    private @Nullable DeclaredMashup compile() {
        if (exchanges.size() > MAX_EXCHANGES) {
            problems.add(declaration
                    .path()
                    .problem("has %d exchanges; expected at most %d".formatted(exchanges.size(), MAX_EXCHANGES)));
            return null;
        }
        if (declaration.bodyRequired() && declaration.methods().equals(List.of(RequestMethod.GET))) {
            problems.add(declaration
                    .path()
                    .problem("has a request-body that is required, but answers GET alone; expected methods with a body,"
                            + " such as methods: [POST]"));
        }
        if (declaration.bodySchema() != null && declaration.reply().pass() != null && passesRequest()) {
            problems.add(declaration
                    .path()
                    .problem("has a request-body.schema, but passes bodies on unread; expected one or the other"));
        }
        List<String> variables = variables();
        List<Parameter> parameters = parameters(variables);
        for (ExchangeDeclaration each : exchanges.values()) {
            checkName(each);
            LocatedText fallback = each.fallback().exchange();
            if (fallback != null) {
                checkFallback(each, fallback);
            }
        }
        Set<String> internal = internal();
        Map<String, ExchangePlan> plans = new LinkedHashMap<>();
        ExchangeCompiler compiler =
                new ExchangeCompiler(formulas, dependencies, List.copyOf(partners.keySet()), problems);
        for (ExchangeDeclaration each : exchanges.values()) {
            ExchangePlan plan = compiler.compile(
                    each,
                    names,
                    isOfElements(each),
                    internal.contains(each.name().text()),
                    pass(each));
            if (plan != null) {
                plans.put(each.name().text(), plan);
            }
        }
        ReplyPlan reply = new ReplyCompiler(formulas, dependencies, names, exchanges, fallbacks, problems)
                .compile(declaration.reply());
        LocatedText passed = declaration.reply().pass();
        if (passed != null) {
            checkPassed(passed.text());
        }
        formulas.checkMembers(formats());
        formulas.checkRequest(
                variables,
                declaration.parameters().stream()
                        .filter(each -> place(each, variables) == ParameterPlace.QUERY)
                        .map(each -> each.name().text())
                        .toList());
        if (declaration.schedule() != null) {
            new ScheduleCheck(problems).check(declaration, variables, formulas, plans.values(), partners);
        }
        // Last, as what is not used may follow from the other problems.
        dependencies.check(exchanges);
        if (!problems.isEmpty() || reply == null) {
            return null;
        }
        return link(variables, parameters, plans, reply, internal);
    }

    private DeclaredMashup link(
            List<String> variables,
            List<Parameter> parameters,
            Map<String, ExchangePlan> plans,
            ReplyPlan reply,
            Set<String> internal) {
        List<String> started = exchanges.keySet().stream()
                .filter(name -> !fallbacks.contains(name))
                .toList();
        List<ExchangePlan> linked =
                started.stream().map(name -> withFallback(plans, name)).toList();
        List<Set<Integer>> needs = new ArrayList<>();
        for (String name : started) {
            needs.add(positions(started, dependencies.ofExchange(name)));
        }
        needs.add(positions(started, dependencies.ofReply()));
        Names ofRun = new Names(started, internal);
        Formula maxAge = reply.maxAge();
        LocatedText parts = declaration.parts();
        ManifestDetail manifest = declaration.manifest();
        Graph graph = new Graph(linked, needs);
        MashupEstimate estimate = MashupEstimate.of(graph, partners);
        return new DeclaredMashup(
                declaration,
                ofRun,
                variables,
                parameters,
                formulas.requestMembers(),
                RequestReads.of(
                        formulas.ofRequest(),
                        linked.stream().filter(this::isAlwaysSent).toList()),
                plans.values().stream().anyMatch(plan -> plan.request().passesBody()),
                graph,
                reply,
                parts == null ? null : PartsPlan.of(parts, reply, ofRun, problems),
                maxAge == null ? null : caching(maxAge, variables, plans.values(), internal),
                manifest == null ? server.medleyManifest() : manifest,
                estimate,
                server.deadline() != null || asksNobody(graph) ? null : estimate.deadline());
    }

    /** Without time-outs of partners, such as with snapshots alone, there is nothing that a deadline could follow from. */
    private static boolean asksNobody(Graph graph) {
        return graph.exchanges().stream().allMatch(each -> each.request().snapshot() != null);
    }

    /** Returns how the response to an exchange becomes the reply; null if it does not. */
    private @Nullable PassPlan pass(ExchangeDeclaration exchange) {
        if (!exchange.name().equals(declaration.reply().pass())) {
            return null;
        }
        boolean ofRest = declaration.path().text().endsWith(WILDCARD);
        return new PassPlan(exchange.inbound(), exchange.inbound() != null && ofRest, Set.copyOf(exchange.accept()));
    }

    private void checkPassed(String name) {
        formulas.refuseValueOf(name);
        dependencies.refuseWaitingFor(name);
        ExchangeDeclaration exchange = exchanges.get(name);
        if (exchange == null) {
            return;
        }
        if (fallbacks.contains(name)) {
            problems.add(exchange.name()
                    .problem("is passed on, and is the fallback of another exchange; expected one or the other"));
        }
        boolean readsBody = declaration.bodyRequired()
                || formulas.requestMembers().contains(RequestValue.BODY)
                || exchanges.values().stream()
                        .anyMatch(each -> each.body() != null && formulas.isOfRequest(each.body(), RequestValue.BODY));
        if (exchange.inbound() != null && readsBody) {
            problems.add(
                    exchange.name().problem("passes the body of the request on unchanged; expected no $request.body"));
        }
    }

    private boolean passesRequest() {
        return exchanges.values().stream().anyMatch(each -> each.inbound() != null);
    }

    private boolean isAlwaysSent(ExchangePlan exchange) {
        return exchange.when() == null
                && exchange.elements() == null
                && !exchange.optional()
                && exchange.fallbackValue() == null
                && exchange.fallback() == null;
    }

    /** Returns whether the expressions of an exchange see an element: it has for-each, or stands for one that has. */
    private boolean isOfElements(ExchangeDeclaration exchange) {
        return exchanges.values().stream()
                .anyMatch(each -> each.forEach() != null && standsFor(each).contains(exchange));
    }

    /** Returns an exchange, and those that may stand for it. */
    private Set<ExchangeDeclaration> standsFor(ExchangeDeclaration exchange) {
        Set<ExchangeDeclaration> all = new LinkedHashSet<>();
        ExchangeDeclaration each = exchange;
        while (each != null && all.add(each)) {
            LocatedText fallback = each.fallback().exchange();
            each = fallback == null ? null : exchanges.get(fallback.text());
        }
        return all;
    }

    /** The reply may depend on what expressions read, parameters are, and partners are passed of the request. */
    private CachePlan caching(
            Formula maxAge, List<String> variables, Collection<ExchangePlan> plans, Set<String> internal) {
        Set<String> fields = new LinkedHashSet<>(formulas.requestHeaders());
        for (ParameterDeclaration each : declaration.parameters()) {
            if (place(each, variables) == ParameterPlace.HEADER) {
                fields.add(each.name().text());
            }
        }
        for (ExchangePlan each : plans) {
            TextFormula partner = each.request().partner();
            partners.values().stream()
                    .filter(any ->
                            !partner.template().isConstant() || any.name().equals(partner.constant()))
                    .forEach(any -> fields.addAll(any.passHeaders()));
        }
        Set<String> members = formulas.requestMembers();
        return CachePlan.of(
                maxAge,
                fields,
                formulas.readsAllHeaders(),
                members.contains(RequestValue.BODY)
                        || plans.stream().anyMatch(each -> each.request().passesBody()),
                internal.stream().filter(formulas::areCredentials).collect(Collectors.toSet()));
    }

    /** Returns the exchanges that clients do not see, and those that stand for them. */
    private Set<String> internal() {
        return exchanges.values().stream()
                .filter(ExchangeDeclaration::internal)
                .flatMap(each -> standsFor(each).stream())
                .map(each -> each.name().text())
                .collect(Collectors.toSet());
    }

    /** Returns the exchanges whose values have no members that their partners choose, with their formats. */
    private Map<String, ResponseFormat> formats() {
        return exchanges.values().stream()
                .filter(each -> each.forEach() == null)
                .collect(Collectors.toMap(each -> each.name().text(), ExchangeDeclaration::format));
    }

    private static Set<Integer> positions(List<String> started, Set<String> needed) {
        Set<Integer> positions = new TreeSet<>();
        needed.forEach(name -> positions.add(started.indexOf(name)));
        return positions;
    }

    private ExchangePlan withFallback(Map<String, ExchangePlan> plans, String name) {
        ExchangePlan plan = Objects.requireNonNull(plans.get(name));
        LocatedText fallback =
                Objects.requireNonNull(exchanges.get(name)).fallback().exchange();
        return fallback == null ? plan : plan.withFallback(withFallback(plans, fallback.text()));
    }

    private List<String> variables() {
        String path = declaration.path().text();
        try {
            return MashupRoute.variables(path);
        } catch (IllegalArgumentException x) {
            problems.add(declaration.path().problem("'" + path + "' is not a path: " + x.getMessage()));
            return List.of();
        }
    }

    private List<Parameter> parameters(List<String> variables) {
        List<Parameter> parameters = new ArrayList<>();
        for (ParameterDeclaration each : declaration.parameters()) {
            ParameterPlace place = place(each, variables);
            if (place == ParameterPlace.PATH && !variables.contains(each.name().text())) {
                problems.add(each.name()
                        .problem("is not a variable of the path; expected one of "
                                + (variables.isEmpty() ? "none" : String.join(", ", variables)) + ", or in: query"));
                continue;
            }
            if (place == ParameterPlace.PATH && each.defaultValue() != null) {
                problems.add(
                        each.defaultValue()
                                .problem(
                                        "has no effect, because a variable of the path has a value in each request; expected none"));
                continue;
            }
            if (each.min() != null && each.max() != null && each.min().compareTo(each.max()) > 0) {
                problems.add(
                        each.name().problem("has a min of %s above its max of %s".formatted(each.min(), each.max())));
                continue;
            }
            try {
                parameters.add(Parameter.of(each, place));
            } catch (ProblemException x) {
                LocatedText wrong = each.defaultValue() == null ? each.name() : each.defaultValue();
                problems.add(wrong.problem("is not allowed: " + x.problem().detail()));
            }
        }
        return parameters;
    }

    private static ParameterPlace place(ParameterDeclaration parameter, List<String> variables) {
        ParameterPlace given = parameter.in();
        if (given != null) {
            return given;
        }
        return variables.contains(parameter.name().text()) ? ParameterPlace.PATH : ParameterPlace.QUERY;
    }

    private void checkName(ExchangeDeclaration exchange) {
        String name = exchange.name().text();
        if (Expression.isFunction(name)) {
            problems.add(
                    exchange.name().problem("'%s' is a function of JSONata; expected another name".formatted(name)));
        }
        if (Names.RESERVED.contains(name)) {
            problems.add(exchange.name()
                    .problem("'%s' is a variable of each mashup; expected another name".formatted(name)));
        }
        if (Names.OF_SEVERAL.contains(name) && hasSeveralRequests()) {
            problems.add(exchange.name()
                    .problem("'%s' is a variable of pages and batch; expected another name".formatted(name)));
        }
    }

    private boolean hasSeveralRequests() {
        return exchanges.values().stream().anyMatch(each -> each.pages() != null || each.batch() != null);
    }

    private void checkFallback(ExchangeDeclaration exchange, LocatedText fallback) {
        String name = fallback.text();
        ExchangeDeclaration other = exchanges.get(name);
        if (exchange.fallback().value() != null) {
            // Whether the other one is a fallback is open, so that references to it are no problem.
            problems.add(fallback.problem("cannot be combined with a value; expected one or the other"));
        } else if (other == null) {
            problems.add(fallback.problem("there is no exchange '%s'; expected one of %s"
                    .formatted(name, String.join(", ", exchanges.keySet()))));
        } else if (name.equals(exchange.name().text())) {
            problems.add(
                    fallback.problem("'%s' cannot be its own fallback; expected another exchange".formatted(name)));
        } else if (other.forEach() != null) {
            problems.add(fallback.problem("'%s' has for-each; expected one exchange".formatted(name)));
        } else if (!fallbacks.add(name)) {
            problems.add(fallback.problem(
                    "'%s' is already the fallback of another exchange; expected a separate one".formatted(name)));
        }
    }
}
