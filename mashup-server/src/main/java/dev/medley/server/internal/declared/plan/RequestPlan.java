package dev.medley.server.internal.declared.plan;

import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.UnknownPartnerException;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.format.Format;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declaration.RequestMethod;
import dev.medley.server.internal.declared.body.BodyPlan;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.several.BatchPlan;
import dev.medley.server.internal.declared.several.RequestSource;
import dev.medley.server.internal.declared.several.SharedRequest;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Provenance;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.TextFormula;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The request of an exchange, from the configuration. Immutable.
 *
 * @param exchange its name, for messages
 * @param partner its partner
 * @param method of the request
 * @param path path and query
 * @param target the path as a template of Medley, with a placeholder for each expression
 * @param query further parameters of the query, by name
 * @param headers header fields, by name, without that of the type of the {@code body}
 * @param body the body; null for none
 * @param passesBody whether the body is that of the inbound request, unchanged
 * @param reader of the response
 * @param timeout for the whole exchange; null for the partner's
 * @param stale time for which a stored response may replace a failure, beyond what the cache allows; null for none
 * @param retries of the request; null for the partner's
 * @param hedgeAfter time after which a second attempt starts; null for the partner's
 * @param accept statuses beside 2xx with which it completes
 * @param internal whether clients do not see it
 * @param snapshot name of the mashup whose snapshot it reads, without a request; null for a request
 * @param pass how its response becomes the reply; null if it does not
 */
public record RequestPlan(
        String exchange,
        TextFormula partner,
        RequestMethod method,
        TextFormula path,
        String target,
        Map<String, TextFormula> query,
        Map<String, TextFormula> headers,
        @Nullable BodyPlan body,
        boolean passesBody,
        ResponseReader reader,
        @Nullable Duration timeout,
        @Nullable Duration stale,
        @Nullable Integer retries,
        @Nullable Duration hedgeAfter,
        List<Integer> accept,
        boolean internal,
        @Nullable String snapshot,
        @Nullable PassPlan pass) {

    private static final String ACCEPT = "Accept";
    private static final String CACHE_CONTROL = "Cache-Control";

    /**
     * Starts the exchange.
     *
     * @throws EvaluationException if an expression that it needs fails or has no value, or no partner can be sent such a request
     */
    DefaultExchange start(DefaultMashup mashup, Scope scope) {
        return start(mashup, scope, builder -> {});
    }

    /** As above; {@code last} is given the builder before that starts. */
    DefaultExchange start(DefaultMashup mashup, Scope scope, Consumer<DefaultExchangeBuilder> last) {
        try {
            DefaultExchangeBuilder builder = expecting(prepared(mashup, scope, method.name()));
            last.accept(builder);
            return builder.start();
        } catch (InvalidRequestException x) {
            throw UnsendableRequest.of(this, mashup, scope, x);
        }
    }

    /** Adds what the request says of the response. */
    DefaultExchangeBuilder expecting(DefaultExchangeBuilder builder) {
        Format<?> format = reader.format();
        if (stale != null && !hasHeader(CACHE_CONTROL)) {
            // RFC 5861, section 4: of a request, too.
            builder.header(CACHE_CONTROL, "stale-if-error=" + stale.toSeconds());
        }
        if (format != null) {
            builder.expect(format);
        } else {
            builder.expectJson();
            if (!hasHeader(ACCEPT)) {
                builder.header(ACCEPT, "application/json");
            }
        }
        // An exchange that expects JSON accepts 2xx alone, as one that accepts no other status does.
        if (!accept.isEmpty()) {
            builder.accept(accept.stream().mapToInt(Integer::intValue).toArray());
        }
        return builder;
    }

    /** Returns the request but for what it says of the response; {@code verb} is its method. Throws as {@link #start} does. */
    DefaultExchangeBuilder prepared(DefaultMashup mashup, Scope scope, String verb) {
        return filled(begun(mashup, scope), scope, verb);
    }

    /** Adds path, query, fields, body and options to a request that is {@linkplain #begun begun}. */
    DefaultExchangeBuilder filled(DefaultExchangeBuilder builder, Scope scope, String verb) {
        @Nullable String[] values = pathValues(scope);
        if (query.isEmpty()) {
            builder.request(verb, target, (Object[]) values);
        } else {
            withQuery(builder, verb, values, scope);
        }
        for (Map.Entry<String, TextFormula> field : headers.entrySet()) {
            List<String> texts = field.getValue().texts(scope);
            Credentials.check(field.getKey(), field.getValue(), texts, scope, exchange);
            for (String text : texts) {
                builder.header(field.getKey(), text);
            }
        }
        if (passesBody) {
            builder.body(scope.request().passedBody());
        } else if (body != null) {
            RequestBody content = body.of(scope);
            if (content != null) {
                builder.body(content);
            }
        }
        if (timeout != null) {
            builder.timeout(timeout);
        }
        if (retries != null) {
            builder.retries(retries);
        }
        if (hedgeAfter != null) {
            builder.hedge(hedgeAfter);
        }
        return builder;
    }

    /** Returns a builder of a request to the partner. */
    DefaultExchangeBuilder begun(DefaultMashup mashup, Scope scope) {
        String name = partner.text(scope);
        if (name == null) {
            throw partner.without(scope, "the partner of the exchange " + exchange);
        }
        DefaultExchangeBuilder builder =
                builder(mashup, name, scope).label(scope.index() < 0 ? exchange : label(exchange, scope.index()));
        if (internal) {
            builder.internal();
        }
        return builder;
    }

    /** Returns the values of the expressions in the path. */
    @Nullable
    String[] pathValues(Scope scope) {
        @Nullable String[] values = path.values(scope);
        for (String value : values) {
            if (value == null) {
                throw path.without(scope, "the path of the exchange " + exchange);
            }
        }
        return values;
    }

    /** Returns all expressions of the request. */
    List<Expression> expressions() {
        List<Expression> all = new ArrayList<>(partner.expressions());
        all.addAll(path.expressions());
        query.values().forEach(each -> all.addAll(each.expressions()));
        headers.values().forEach(each -> all.addAll(each.expressions()));
        if (body != null) {
            all.addAll(body.expressions());
        }
        return all;
    }

    /** In any case. */
    boolean hasHeader(String field) {
        for (String name : headers.keySet()) {
            if (name.equalsIgnoreCase(field)) {
                return true;
            }
        }
        return false;
    }

    /** The name is checked at the start, unless an expression has it. */
    private DefaultExchangeBuilder builder(DefaultMashup mashup, String name, Scope scope) {
        try {
            return mashup.exchange(name);
        } catch (UnknownPartnerException x) {
            Provenance provenance = partner.provenance(scope);
            // Only who has given the name may see it.
            String fault = provenance.isOfClient() ? "is '%s', which does not exist".formatted(name) : "does not exist";
            throw EvaluationException.unusable(
                    partner.source(),
                    fault,
                    provenance,
                    provenance.status(),
                    "the partner of the exchange %s %s".formatted(exchange, fault));
        }
    }

    /** Returns the label of the exchange of an element of {@code for-each}. */
    public static String label(String exchange, int index) {
        return exchange + '[' + index + ']';
    }

    private void withQuery(DefaultExchangeBuilder builder, String verb, @Nullable String[] ofPath, Scope scope) {
        StringBuilder parameters = new StringBuilder();
        List<@Nullable Object> values = new ArrayList<>(Arrays.asList(ofPath));
        char separator = target.indexOf('?') < 0 ? '?' : '&';
        for (Map.Entry<String, TextFormula> parameter : query.entrySet()) {
            for (String text : parameter.getValue().texts(scope)) {
                parameters.append(separator).append(encoded(parameter.getKey())).append("={}");
                values.add(text);
                separator = '&';
            }
        }
        // The same text without parameters, because templates are looked up by it.
        String template = parameters.isEmpty() ? target : target + parameters;
        builder.request(verb, template, values.toArray());
    }

    /** Of the characters that names of parameters have, a target has all but brackets as they are. */
    private static String encoded(String parameter) {
        return parameter.replace("[", "%5B").replace("]", "%5D");
    }

    /** Returns what sends requests of this plan for a mashup, of an exchange that has several. */
    RequestSource source(DefaultMashup mashup) {
        return new Source(this, mashup);
    }

    private record Source(RequestPlan request, DefaultMashup mashup) implements RequestSource {

        @Override
        public String exchange() {
            return request.exchange();
        }

        @Override
        public DefaultExchange start(Scope scope, Consumer<DefaultExchangeBuilder> last) {
            return request.start(mashup, scope, last);
        }

        @Override
        public @Nullable Document read(DefaultExchange exchange, PartnerResponse response) {
            return request.reader()
                    .read(exchange, response, mashup.broker().clock())
                    .value();
        }

        @Override
        public SharedRequest share(Scope scope, BatchPlan plan) {
            return PreparedBatch.of(request, mashup, scope, plan);
        }

        @Override
        public void whileReading(PartnerResponse response, boolean isLong, Runnable task) {
            if (isLong || !request.reader().isLight() || response.body().length > BodyExecutor.LARGE) {
                mashup.longWork()
                        .execute(() -> RequestPhases.during(mashup.phases(), RequestPhase.COMPOSING, () -> {
                            task.run();
                            return task;
                        }));
            } else {
                task.run();
            }
        }

        @Override
        public boolean isOver() {
            return mashup.isOver();
        }

        @Override
        public <T> BrokerStage<T> stage() {
            return new BrokerStage<>(mashup.broker().pool());
        }
    }
}
