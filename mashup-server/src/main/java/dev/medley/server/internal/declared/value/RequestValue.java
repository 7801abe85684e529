package dev.medley.server.internal.declared.value;

import dev.medley.caller.Caller;
import dev.medley.connection.RequestBody;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.thread.internal.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The inbound request as expressions see it: {@code $request.query.city}. Read while the request is composed; immutable then. */
public final class RequestValue {

    /** The members that expressions may ask for. */
    public static final List<String> MEMBERS =
            List.of("method", "path", "query", "queries", "headers", "body", "id", "caller");

    /** The member with the body. */
    public static final String BODY = "body";

    /** The member with the header fields. */
    public static final String HEADERS = "headers";

    private final DefaultMashup mashup;
    private final Map<String, @Nullable Object> tree;

    private @Nullable RequestBody passed;

    private RequestValue(DefaultMashup mashup, Map<String, @Nullable Object> tree) {
        this.mashup = mashup;
        this.tree = tree;
    }

    /**
     * Reads a request.
     *
     * @param members the members that expressions request; others are omitted
     * @param variables of the path
     * @param parameters that are checked
     * @throws dev.medley.mashup.ProblemException with status 400 if a parameter is missing, or not allowed
     */
    public static RequestValue of(
            DefaultMashup mashup, Set<String> members, List<String> variables, List<Parameter> parameters) {
        Inbound inbound = mashup.inbound();
        Map<String, @Nullable Object> path = new LinkedHashMap<>();
        variables.forEach(name -> path.put(name, inbound.path(name)));
        Map<String, @Nullable Object> query = new LinkedHashMap<>(inbound.parameters());
        Map<String, @Nullable Object> headers = new LinkedHashMap<>();
        if (members.contains("headers")) {
            inbound.headers()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        }
        for (Parameter each : parameters) {
            switch (each.place()) {
                case PATH -> put(path, each.name(), each.read(inbound.path(each.name())));
                case QUERY ->
                    put(query, each.name(), each.read(inbound.parameters().get(each.name())));
                case HEADER ->
                    put(headers, each.name().toLowerCase(Locale.ROOT), each.read(inbound.header(each.name())));
            }
        }
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("method", inbound.method());
        tree.put("path", path);
        tree.put("query", query);
        if (members.contains("queries")) {
            tree.put("queries", inbound.allParameters());
        }
        tree.put("headers", headers);
        if (members.contains("id")) {
            tree.put("id", mashup.requestId());
        }
        Caller caller = members.contains("caller") ? mashup.caller() : null;
        if (caller != null) {
            tree.put("caller", caller.toMap());
        }
        return new RequestValue(mashup, tree);
    }

    private static void put(Map<String, @Nullable Object> values, String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    /** Adds the body, which may be null, unless it is {@link Expression#UNDEFINED}, before expressions are evaluated. */
    public RequestValue withBody(@Nullable Object body) {
        if (body != Expression.UNDEFINED) {
            tree.put(BODY, body);
        }
        return this;
    }

    /** Adds the body that exchanges send as it came, before they start. */
    public RequestValue withPassedBody(RequestBody body) {
        passed = body;
        return this;
    }

    /** Returns the body that exchanges send as it came; throws a {@link NullPointerException} if none was added. */
    public RequestBody passedBody() {
        return Objects.requireNonNull(passed, "the body has not been read");
    }

    /** Returns the value of {@code $request}, by its members; not to be changed once expressions are evaluated. */
    public Map<String, @Nullable Object> tree() {
        return tree;
    }

    /** Returns the clock of the broker, by which the log of expressions is paced. */
    public Clock clock() {
        return mashup.broker().clock();
    }

    List<String> partners() {
        return mashup.partners();
    }
}
