package dev.medley.server.internal.declared.expression.analysis;

import dev.medley.server.internal.declared.expression.function.LibraryFunctions;
import dev.medley.server.internal.declared.expression.syntax.FaultPlace;
import dev.medley.server.internal.declared.expression.syntax.Node;
import dev.medley.server.internal.declared.expression.syntax.Node.Kind;
import dev.medley.server.internal.declared.expression.syntax.SyntaxTree;
import dev.medley.server.internal.declared.expression.syntax.Token;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds which variables a value comes from, by evaluating an expression with sets of {@linkplain Source sources} in place of
 * values (an abstract interpretation). A condition and a predicate choose a value, which does not come from them: {@code
 * $orders[id = $request.query.id].price} comes from {@code $orders}. Used once, when an evaluation has failed: it takes some
 * microseconds, and nothing is kept for it.
 */
public final class DataFlow {

    /** Functions that choose among values by a function of the expression. */
    private static final Set<String> CHOOSING = Set.of("filter", "sift", "single", "sort");

    /** Functions that take their context without arguments, but none of it. */
    private static final Set<String> WITHOUT_DATA = Set.of("now", "millis", "random", "error");

    /** The arguments that a function needs, of which the context is the first one if it has fewer; one if it is not listed. */
    private static final Map<String, Integer> NEEDED = Map.ofEntries(
            Map.entry("substring", 2),
            Map.entry("substringBefore", 2),
            Map.entry("substringAfter", 2),
            Map.entry("pad", 2),
            Map.entry("match", 2),
            Map.entry("contains", 2),
            Map.entry("split", 2),
            Map.entry("replace", 3),
            Map.entry("formatNumber", 2),
            Map.entry("formatInteger", 2),
            Map.entry("parseInteger", 2),
            Map.entry("power", 2),
            Map.entry("lookup", 2),
            Map.entry("each", 2),
            Map.entry("select", 2),
            Map.entry("attribute", 2));

    private final Set<String> variables;
    private final FaultPlace fault;
    /** Whether what chooses a value counts as well. */
    private final boolean choosing;
    /** Of parameters of functions whose callers are not known. */
    private final Set<Source> unknown;

    private final Set<Source> faulty = new LinkedHashSet<>();
    private boolean found;

    private DataFlow(Set<String> variables, FaultPlace fault, boolean choosing, Set<Source> unknown) {
        this.variables = variables;
        this.fault = fault;
        this.choosing = choosing;
        this.unknown = unknown;
    }

    /** Returns what the value comes from; and, with {@code choosing}, what it has been chosen by. */
    public static Set<Source> of(List<Token> tokens, Set<String> variables, boolean choosing) {
        Node whole = SyntaxTree.of(tokens);
        return whole == null ? all(variables) : whole(whole, variables, choosing);
    }

    /** Returns what the values come from on which an evaluation has failed; those of the whole if its place is not known. */
    public static Set<Source> of(List<Token> tokens, Set<String> variables, FaultPlace fault) {
        Node whole = SyntaxTree.of(tokens);
        if (whole == null) {
            return all(variables);
        }
        DataFlow flow = new DataFlow(variables, fault, false, whole(whole, variables, true));
        Set<Source> result = flow.value(whole, FlowScope.outermost());
        return flow.found ? flow.faulty : result;
    }

    private static Set<Source> whole(Node whole, Set<String> variables, boolean choosing) {
        Set<Source> known =
                new DataFlow(variables, FaultPlace.NONE, true, Set.of()).value(whole, FlowScope.outermost());
        return choosing
                ? known
                : new DataFlow(variables, FaultPlace.NONE, false, known).value(whole, FlowScope.outermost());
    }

    private static Set<Source> all(Set<String> variables) {
        Set<Source> all = new LinkedHashSet<>();
        variables.forEach(name -> all.add(new Source(name, List.of())));
        return all;
    }

    private static Set<Source> union(Iterable<Set<Source>> sets) {
        Set<Source> union = new LinkedHashSet<>();
        sets.forEach(union::addAll);
        return union;
    }

    private static Set<Source> union(Set<Source> one, Set<Source> other) {
        return union(List.of(one, other));
    }

    private Set<Source> value(Node node, FlowScope scope) {
        List<Node> parts = node.parts();
        return switch (node.kind()) {
            case CONSTANT -> Set.of();
            case VARIABLE -> variable(node.token().value(), scope);
            case NAME -> members(scope.context(), node.token().value());
            case WILDCARD -> scope.context();
            case PATH -> path(parts.get(0), parts.get(1), scope);
            case PREDICATE, SORT -> filtered(node, scope);
            case CALL -> call(node, node, null, scope);
            case APPLICATION -> application(node, scope);
            case BLOCK -> last(parts, scope.block());
            case LIST, OPERATOR -> of(node, values(parts, scope));
            case OBJECT -> object(node, parts, Set.of(), scope);
            case GROUPS -> {
                Set<Source> grouped = value(parts.get(0), scope);
                yield object(node, parts.subList(1, parts.size()), grouped, scope.within(grouped));
            }
            case FUNCTION -> function(node, unknown, scope);
            case CONDITION -> {
                Set<Source> condition = value(parts.get(0), scope);
                Set<Source> either = union(values(parts.subList(1, parts.size()), scope));
                yield choosing ? union(either, condition) : either;
            }
            case BINDING, FOCUS -> bound(node, scope);
            case TRANSFORM -> union(values(parts, scope.within(unknown)));
        };
    }

    private List<Set<Source>> values(List<Node> nodes, FlowScope scope) {
        List<Set<Source>> values = new ArrayList<>();
        nodes.forEach(each -> values.add(value(each, scope)));
        return values;
    }

    private Set<Source> last(List<Node> nodes, FlowScope scope) {
        Set<Source> last = Set.of();
        for (Node each : nodes) {
            last = value(each, scope);
        }
        return last;
    }

    private Set<Source> variable(String name, FlowScope scope) {
        if (name.isEmpty()) {
            return scope.context();
        }
        return variables.contains(name) ? Set.of(new Source(name, List.of())) : scope.value(name);
    }

    private static Set<Source> members(Set<Source> context, String name) {
        Set<Source> members = new LinkedHashSet<>();
        context.forEach(each -> members.add(each.member(name)));
        return members;
    }

    /** How many values a path has follows from each of its steps. */
    private Set<Source> path(Node step, Node next, FlowScope scope) {
        Set<Source> context = value(step, scope);
        Set<Source> value = value(next, scope.within(context));
        if (!choosing) {
            return value;
        }
        Set<Source> both = new LinkedHashSet<>(value);
        for (Source each : context) {
            if (value.stream().noneMatch(other -> other.variable().equals(each.variable()))) {
                both.add(each);
            }
        }
        return both;
    }

    private Set<Source> filtered(Node node, FlowScope scope) {
        Set<Source> filtered = value(node.parts().get(0), scope);
        List<Node> by = node.parts().subList(1, node.parts().size());
        Set<Source> both = union(filtered, union(values(by, scope.within(filtered))));
        note(node, List.of(both));
        return choosing ? both : filtered;
    }

    private Set<Source> object(Node node, List<Node> pairs, Set<Source> grouped, FlowScope scope) {
        List<Set<Source>> values = values(pairs, scope);
        List<Set<Source>> names = new ArrayList<>();
        for (int i = 0; i < values.size(); i += 2) {
            names.add(values.get(i));
        }
        note(node, names);
        return choosing ? union(grouped, union(values)) : union(values);
    }

    private Set<Source> bound(Node node, FlowScope scope) {
        boolean isFocus = node.is(Kind.FOCUS);
        Set<Source> value = value(node.parts().get(isFocus ? 0 : 1), scope);
        scope.bind(node.parts().get(isFocus ? 1 : 0).token().value(), value);
        return value;
    }

    private Set<Source> function(Node function, Set<Source> arguments, FlowScope scope) {
        List<Node> parts = function.parts();
        FlowScope inner = scope.block();
        parts.subList(0, parts.size() - 1)
                .forEach(parameter -> inner.bind(parameter.token().value(), arguments));
        return value(parts.get(parts.size() - 1), inner);
    }

    private Set<Source> application(Node node, FlowScope scope) {
        Set<Source> left = value(node.parts().get(0), scope);
        Node right = node.parts().get(1);
        return switch (right.kind()) {
            case CALL -> call(right, node, left, scope);
            case FUNCTION -> of(node, List.of(function(right, left, scope)));
            case VARIABLE -> {
                note(right, List.of(left));
                yield of(node, List.of(left, value(right, scope)));
            }
            default -> of(node, List.of(left, value(right, scope)));
        };
    }

    /**
     * Returns what a result comes from.
     *
     * @param node the call, or the application around it
     * @param applied the left side of {@code ~>}, which is the first argument; null for none
     */
    private Set<Source> call(Node call, Node node, @Nullable Set<Source> applied, FlowScope scope) {
        Node callee = call.parts().get(0);
        List<Node> arguments = call.parts().subList(1, call.parts().size());
        String library = callee.is(Kind.VARIABLE)
                        && LibraryFunctions.NAMES.contains(callee.token().value())
                ? callee.token().value()
                : null;
        List<Set<Source>> values = new ArrayList<>();
        if (applied != null) {
            values.add(applied);
        } else if (library != null
                && !WITHOUT_DATA.contains(library)
                && arguments.size() < NEEDED.getOrDefault(library, 1)) {
            values.add(scope.context());
        }
        int before = values.size();
        for (Node each : arguments) {
            values.add(each.is(Kind.FUNCTION) ? Set.of() : value(each, scope));
        }
        Set<Source> data = union(values);
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).is(Kind.FUNCTION)) {
                values.set(before + i, argument(arguments.get(i), library, data, scope));
            }
        }
        note(call, values);
        note(node, values);
        if (library == null) {
            values.add(value(callee, scope));
        } else if (CHOOSING.contains(library) && !choosing) {
            return data;
        }
        return union(values);
    }

    /** A function of the library calls one of the expression with its other arguments. */
    private Set<Source> argument(Node function, @Nullable String library, Set<Source> data, FlowScope scope) {
        if (library == null) {
            return function(function, unknown, scope);
        }
        // What it returns is an argument of the next call of it.
        return function(function, library.equals("reduce") ? union(data, unknown) : data, scope);
    }

    private Set<Source> of(Node node, List<Set<Source>> operands) {
        note(node, operands);
        return union(operands);
    }

    private void note(Node node, List<Set<Source>> operands) {
        if (fault.isOf(node)) {
            int operand = fault.operand();
            if (operand < operands.size()) {
                found = true;
                faulty.addAll(operand < 0 ? union(operands) : operands.get(operand));
            }
        }
    }
}
