package dev.medley.server.declared;

import dev.medley.json.Json;
import dev.medley.json.JsonObject;
import dev.medley.server.declared.expression.Expression;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A body of members in the order of their declaration; {@code missing} lists what is, each with its cause. Immutable. */
final class MergedBody implements ReplyPlan.Body {

    private static final String MISSING = "missing";

    private final List<Member> members;
    private final @Nullable String manifest;

    MergedBody(List<Member> members, @Nullable String manifest) {
        this.manifest = manifest;
        this.members = List.copyOf(members);
    }

    /** A member, or one for each element of an exchange. */
    interface Member {

        /** Adds it to {@code object}, null where it is missing, and to {@code missing} what is missing of it. */
        void add(Scope scope, Map<String, @Nullable Document> object, Map<String, String> missing);
    }

    /**
     * The value of an exchange, as it came: null if it is missing, and no member if it was skipped.
     *
     * @param name of the member
     * @param exchange the exchange
     */
    record Passed(String name, String exchange) implements Member {

        @Override
        public void add(Scope scope, Map<String, @Nullable Document> object, Map<String, String> missing) {
            Result result = scope.result(exchange);
            if (result != null) {
                addTo(name, result, object, missing);
            }
        }
    }

    /**
     * The values of the elements of an exchange, each as a member of its own.
     *
     * @param before the name before the position
     * @param after the name after it
     * @param exchange the exchange
     */
    record Spread(String before, String after, String exchange) implements Member {

        @Override
        public void add(Scope scope, Map<String, @Nullable Document> object, Map<String, String> missing) {
            List<Result> elements = scope.elements(exchange);
            for (int i = 0; i < elements.size(); i++) {
                addTo(before + i + after, elements.get(i), object, missing);
            }
        }
    }

    /**
     * The value of an expression; no member if it has none.
     *
     * @param name of the member
     * @param formula the expression
     * @param inputs the exchanges that it refers to, of which those are listed that are missing
     */
    record Computed(String name, Formula formula, Set<String> inputs) implements Member {

        @Override
        public void add(Scope scope, Map<String, @Nullable Document> object, Map<String, String> missing) {
            Object value = formula.evaluate(scope);
            if (value != Expression.UNDEFINED) {
                object.put(name, Document.written(value));
            }
            for (String input : inputs) {
                Result result = scope.result(input);
                if (result != null) {
                    result.listMissing(input, missing);
                }
            }
        }
    }

    /** Returns the names that are known before there is a request. */
    List<String> names() {
        return members.stream()
                .flatMap(member -> member instanceof Passed passed
                        ? Stream.of(passed.name())
                        : member instanceof Computed computed ? Stream.of(computed.name()) : Stream.empty())
                .toList();
    }

    /** Returns the exchanges whose values are members, or of whose elements each is. */
    Set<String> passed() {
        return members.stream()
                .flatMap(member -> member instanceof Passed passed
                        ? Stream.of(passed.exchange())
                        : member instanceof Spread spread ? Stream.of(spread.exchange()) : Stream.empty())
                .collect(Collectors.toSet());
    }

    private static void addTo(
            String name, Result result, Map<String, @Nullable Document> object, Map<String, String> missing) {
        if (result.outcome() == Result.Outcome.SKIPPED) {
            return;
        }
        object.put(name, result.value());
        result.listMissing(name, missing);
    }

    @Override
    public Document document(Scope scope) {
        Map<String, @Nullable Document> object = new LinkedHashMap<>();
        Map<String, String> missing = new LinkedHashMap<>();
        for (Member member : members) {
            member.add(scope, object, missing);
        }
        if (!missing.isEmpty()) {
            object.put(MISSING, Document.of(Json.of(missing)));
        }
        if (manifest != null) {
            object.put(manifest, Document.of(Json.of(scope.manifest().tree())));
        }
        return Document.composed(() -> json(object, missing));
    }

    private static Json json(Map<String, @Nullable Document> object, Map<String, String> missing) {
        JsonObject json = new JsonObject();
        object.forEach((name, value) -> json.member(name, value == null ? null : value.json()));
        return json.toJson(missing);
    }
}
