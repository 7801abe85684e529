package dev.medley.server.internal.declared.run;

import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.analysis.Reference;
import dev.medley.server.internal.declared.plan.Credentials;
import dev.medley.server.internal.declared.plan.ExchangePlan;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.RequestValue;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What the expressions of a mashup read of the request, by the names that they write. Immutable.
 *
 * @param query parameters of the query
 * @param required those of {@code query} without which no request for the mashup is answered
 * @param lists parameters of the query whose values are all read
 * @param anyQuery whether parameters of any names are read
 * @param headers header fields, in small letters
 * @param requiredHeaders those of {@code headers} without which no request for the mashup is answered
 * @param body members of the body
 */
public record RequestReads(
        Set<String> query,
        Set<String> required,
        Set<String> lists,
        boolean anyQuery,
        Set<String> headers,
        Set<String> requiredHeaders,
        Set<String> body) {

    /**
     * Finds them.
     *
     * @param references to the request, in all expressions
     * @param exchanges that are always sent
     */
    public static RequestReads of(Collection<Reference> references, Collection<ExchangePlan> exchanges) {
        Set<String> query = new LinkedHashSet<>();
        Set<String> lists = new LinkedHashSet<>();
        Set<String> headers = new LinkedHashSet<>();
        Set<String> body = new LinkedHashSet<>();
        boolean any = false;
        for (Reference each : references) {
            String member = each.steps().isEmpty() ? "" : each.steps().get(0).name();
            String name = each.steps().size() < 2 ? null : each.steps().get(1).name();
            if (name == null) {
                any |= member.isEmpty() || member.equals("query") || member.equals("queries");
                continue;
            }
            switch (member) {
                case "query" -> query.add(name);
                case "queries" -> lists.add(name);
                case "headers" -> headers.add(name);
                case "body" -> body.add(name);
                default -> {}
            }
        }
        Set<String> required = new LinkedHashSet<>();
        Set<String> requiredHeaders = new LinkedHashSet<>();
        for (ExchangePlan each : exchanges) {
            addAlone(each.request().path(), "query", required);
            addAlone(each.request().partner(), "query", required);
            if (each.request().pass() == null || each.request().pass().inbound() == null) {
                each.request().headers().forEach((name, value) -> {
                    if (Credentials.isOne(name)) {
                        addAlone(value, RequestValue.HEADERS, requiredHeaders);
                    }
                });
            }
        }
        return new RequestReads(query, required, lists, any, headers, requiredHeaders, body);
    }

    /**
     * Adds the parameters that are expressions by themselves: without one there is no path, no partner, or no credential, and
     * the request is not sent.
     *
     * @param member of the request, which has them
     */
    private static void addAlone(TextFormula template, String member, Set<String> required) {
        for (Expression each : template.expressions()) {
            Reference alone = each.reference();
            if (alone != null
                    && alone.variable().equals(Names.REQUEST)
                    && alone.steps().size() == 2
                    && alone.steps().get(0).name().equals(member)) {
                required.add(alone.steps().get(1).name());
            }
        }
    }
}
