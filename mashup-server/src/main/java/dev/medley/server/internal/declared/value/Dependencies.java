package dev.medley.server.internal.declared.value;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.analysis.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Which exchange of a mashup waits for which, by its expressions and {@code needs}. For one thread. */
public final class Dependencies {

    private final Names names;
    private final Set<String> fallbacks;
    private final List<String> problems;
    /** For each exchange, those that it refers to, with the place where it does. */
    private final Map<String, Map<String, LocatedText>> ofExchanges = new LinkedHashMap<>();

    private final Map<String, LocatedText> ofReply = new LinkedHashMap<>();

    /**
     * Creates dependencies that are not known yet.
     *
     * @param fallbacks the exchanges that are fallbacks of others, to which no expression may refer; complete before the first call
     */
    public Dependencies(Names names, Set<String> fallbacks, List<String> problems) {
        this.names = names;
        this.fallbacks = fallbacks;
        this.problems = problems;
    }

    /** Returns the exchanges that an expression refers to; to all, those are not that only stand for others. */
    public Set<String> of(Expression expression) {
        return of(expression, names, fallbacks);
    }

    /**
     * Returns the exchanges that an expression refers to, of those that {@code names} has.
     *
     * @param fallbacks those that are none of all
     */
    public static Set<String> of(Expression expression, Names names, Set<String> fallbacks) {
        Set<String> needed = new LinkedHashSet<>();
        for (String variable : expression.variables()) {
            if (names.isExchange(variable)) {
                needed.add(variable);
            }
        }
        Paths responses = expression.paths(Names.RESPONSE);
        responses.members().stream().filter(names::isExchange).forEach(needed::add);
        if (responses.whole() || expression.variables().contains(Names.MISSING)) {
            names.exchanges().stream().filter(each -> !fallbacks.contains(each)).forEach(needed::add);
        }
        return needed;
    }

    /** Adds a problem for each exchange that waits for one whose response is the reply. */
    public void refuseWaitingFor(String passed) {
        ofExchanges.forEach((name, needed) -> {
            LocatedText place = needed.get(passed);
            if (place != null) {
                problems.add(place.problem(
                        "waits for '%s', whose response is passed on as the reply; expected it to be the last"
                                .formatted(passed)));
            }
        });
    }

    /** Adds exchanges that {@code exchange} waits for; of one that it has already the first place is kept, for messages. */
    public void add(String exchange, Collection<String> needed, LocatedText place) {
        Map<String, LocatedText> all = ofExchanges.computeIfAbsent(exchange, key -> new LinkedHashMap<>());
        needed.forEach(each -> all.putIfAbsent(each, place));
    }

    /** Adds exchanges that the reply waits for; of one that it has already the first place is kept, for messages. */
    public void addOfReply(Collection<String> needed, LocatedText place) {
        needed.forEach(each -> ofReply.putIfAbsent(each, place));
    }

    /** Returns the exchanges that one waits for directly; after {@link #check} those of its fallbacks, too. */
    public Set<String> ofExchange(String name) {
        return ofExchanges.getOrDefault(name, Map.of()).keySet();
    }

    /** Returns the exchanges that the reply waits for directly. */
    public Set<String> ofReply() {
        return ofReply.keySet();
    }

    /**
     * Adds the problems of the graph: references to exchanges that are only fallbacks, cycles, and exchanges that nothing
     * refers to. What a fallback waits for, the exchange that it stands for waits for, too.
     */
    public void check(Map<String, ExchangeDeclaration> exchanges) {
        refuseReferences();
        Set<String> inCycles = new HashSet<>();
        exchanges.values().forEach(each -> inherit(each, exchanges, inCycles));
        Set<String> done = new HashSet<>();
        for (String name : exchanges.keySet()) {
            findCycle(name, new ArrayList<>(), done);
        }
        if (!problems.isEmpty()) {
            // What is not used may follow from them.
            return;
        }
        boolean passes = exchanges.values().stream().anyMatch(each -> each.inbound() != null);
        Set<String> used = new HashSet<>();
        ofReply().forEach(name -> addWithNeeds(name, used));
        for (ExchangeDeclaration each : exchanges.values()) {
            String name = each.name().text();
            if (!used.contains(name) && !fallbacks.contains(name)) {
                problems.add(each.name()
                        .problem("is not used; expected $%s in %s or in an exchange that it uses, or '%s' in %s.needs"
                                .formatted(name, passes ? "pass" : "the reply", name, passes ? "pass" : "reply")));
            }
        }
    }

    private void refuseReferences() {
        Stream.concat(ofExchanges.values().stream(), Stream.of(ofReply))
                .flatMap(needed -> needed.entrySet().stream())
                .filter(needed -> fallbacks.contains(needed.getKey()))
                .forEach(needed -> problems.add(needed.getValue()
                        .problem("refers to '%s', which is the fallback of another exchange; expected that one"
                                .formatted(needed.getKey()))));
    }

    private void inherit(
            ExchangeDeclaration exchange, Map<String, ExchangeDeclaration> exchanges, Set<String> inCycles) {
        String name = exchange.name().text();
        List<String> way = new ArrayList<>(List.of(name));
        LocatedText fallback = exchange.fallback().exchange();
        while (fallback != null && exchanges.containsKey(fallback.text()) && !way.contains(fallback.text())) {
            add(name, ofExchange(fallback.text()), fallback);
            way.add(fallback.text());
            fallback = exchanges.get(fallback.text()).fallback().exchange();
        }
        // One that stands for itself has a problem of its own.
        if (fallback != null && fallback.text().equals(name) && way.size() > 1 && inCycles.addAll(way)) {
            way.add(name);
            problems.add(fallback.problem("is in a cycle: " + String.join(" falls back to ", way)
                    + "; expected one that does not fall back to another"));
        }
    }

    private void findCycle(String name, List<String> way, Set<String> done) {
        int begin = way.indexOf(name);
        if (begin >= 0) {
            List<String> cycle = new ArrayList<>(way.subList(begin, way.size()));
            LocatedText place = Objects.requireNonNull(ofExchanges
                    .getOrDefault(cycle.get(cycle.size() - 1), Map.of())
                    .get(name));
            cycle.add(name);
            problems.add(place.problem(
                    "is in a cycle: " + String.join(" needs ", cycle) + "; expected that none needs itself"));
            done.addAll(cycle);
            return;
        }
        if (done.contains(name)) {
            return;
        }
        way.add(name);
        for (String needed : ofExchange(name)) {
            findCycle(needed, way, done);
        }
        way.remove(way.size() - 1);
        done.add(name);
    }

    private void addWithNeeds(String name, Set<String> used) {
        if (used.add(name)) {
            ofExchange(name).forEach(each -> addWithNeeds(each, used));
        }
    }
}
