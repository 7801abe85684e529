package dev.medley.server.internal.declared.plan;

import dev.medley.json.Json;
import dev.medley.json.JsonObject;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Missing;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.Result;
import dev.medley.server.internal.declared.value.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A body of members in the order of their declaration; {@code missing} lists what is of all that the reply depends on, each with its
 * cause. Immutable.
 */
public final class MergedBody implements ReplyPlan.Body {

    private final List<Member> members;
    private final Set<String> inputs;
    private final @Nullable String manifest;

    /**
     * Creates a body.
     *
     * @param inputs the exchanges that expressions of the reply refer to, be it for a member, the status or a header field
     * @param manifest name of a member with the completeness manifest; null for none
     */
    public MergedBody(List<Member> members, Set<String> inputs, @Nullable String manifest) {
        this.members = List.copyOf(members);
        this.inputs = Set.copyOf(inputs);
        this.manifest = manifest;
    }

    /** A member, or one for each element of an exchange. */
    public sealed interface Member {

        /** Adds it to {@code object}, null where it is missing. */
        void add(Scope scope, Map<String, @Nullable Document> object);
    }

    /** A member whose value is that of an exchange, unchanged. */
    sealed interface Direct extends Member {

        String exchange();

        /** Adds the causes of what is missing of it, by the name that it has in the body. */
        void listMissing(Result result, Map<String, String> causes);
    }

    /**
     * The value of an exchange, unchanged: null if it is missing, and no member if it was skipped.
     *
     * @param name of the member
     * @param exchange the exchange
     */
    public record Passed(String name, String exchange) implements Direct {

        @Override
        public void add(Scope scope, Map<String, @Nullable Document> object) {
            Result result = scope.result(exchange);
            if (result != null) {
                put(name, result, object);
            }
        }

        @Override
        public void listMissing(Result result, Map<String, String> causes) {
            Missing.list(name, result, causes);
        }
    }

    /**
     * The values of the elements of an exchange, each as a member of its own.
     *
     * @param before the name before the position
     * @param after the name after it
     * @param exchange the exchange
     */
    public record Spread(String before, String after, String exchange) implements Direct {

        @Override
        public void add(Scope scope, Map<String, @Nullable Document> object) {
            List<Result> elements = scope.elements(exchange);
            for (int i = 0; i < elements.size(); i++) {
                put(before + i + after, elements.get(i), object);
            }
        }

        @Override
        public void listMissing(Result result, Map<String, String> causes) {
            if (!result.isOfElements()) {
                // It failed before it had any, so that there is no name in the body.
                Missing.list(exchange, result, causes);
            }
            for (int i = 0; i < result.elements().size(); i++) {
                Missing.list(before + i + after, result.elements().get(i), causes);
            }
        }
    }

    /**
     * The value of an expression; no member if it has none.
     *
     * @param name of the member
     * @param formula the expression
     */
    public record Computed(String name, Formula formula) implements Member {

        @Override
        public void add(Scope scope, Map<String, @Nullable Document> object) {
            Object value = formula.evaluate(scope);
            if (value != Expression.UNDEFINED) {
                object.put(name, Document.written(value));
            }
        }
    }

    /** Returns the names that are known before there is a request. */
    public List<String> names() {
        return members.stream()
                .flatMap(member -> member instanceof Passed passed
                        ? Stream.of(passed.name())
                        : member instanceof Computed computed ? Stream.of(computed.name()) : Stream.empty())
                .toList();
    }

    /** Returns the exchanges whose values are members, or of whose elements each is. */
    Set<String> passed() {
        return members.stream()
                .flatMap(member -> member instanceof Direct direct ? Stream.of(direct.exchange()) : Stream.empty())
                .collect(Collectors.toSet());
    }

    private static void put(String name, Result result, Map<String, @Nullable Document> object) {
        if (result.outcome() != Result.Outcome.SKIPPED) {
            object.put(name, result.value());
        }
    }

    @Override
    public Document document(Scope scope) {
        Map<String, @Nullable Document> object = new LinkedHashMap<>();
        for (Member member : members) {
            member.add(scope, object);
        }
        Map<String, String> missing = missing(scope);
        if (!missing.isEmpty()) {
            object.put(Names.MISSING, Document.of(Json.of(missing)));
        }
        if (manifest != null) {
            object.put(manifest, Document.of(Json.of(scope.manifest().tree())));
        }
        return Document.composed(() -> json(object, missing));
    }

    /** Returns the causes of what is missing: of members by their names, of all that these depend on by those of exchanges. */
    private Map<String, String> missing(Scope scope) {
        Missing account = scope.missing();
        if (account.isEmpty()) {
            return Map.of();
        }
        Map<String, String> causes = new LinkedHashMap<>();
        for (Member member : members) {
            if (member instanceof Direct direct) {
                Result result = scope.result(direct.exchange());
                if (result != null) {
                    direct.listMissing(result, causes);
                }
            }
        }
        for (Member member : members) {
            if (member instanceof Direct direct) {
                account.listSources(direct.exchange(), causes);
            }
        }
        inputs.forEach(each -> account.listWithSources(each, causes));
        return causes;
    }

    private static Json json(Map<String, @Nullable Document> object, Map<String, String> missing) {
        JsonObject json = new JsonObject();
        object.forEach((name, value) -> json.member(name, value == null ? null : value.json()));
        return json.toJson(missing);
    }
}
