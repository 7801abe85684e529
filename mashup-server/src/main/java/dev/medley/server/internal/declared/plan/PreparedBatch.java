package dev.medley.server.internal.declared.plan;

import dev.medley.connection.InvalidRequestException;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declared.several.BatchPlan;
import dev.medley.server.internal.declared.several.BatchRun;
import dev.medley.server.internal.declared.several.SharedRequest;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.Recorded;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that has been prepared for one mashup, and may be sent for several. It has the fields and the values of expressions as
 * they were then, since the inbound request of that mashup may be over when it is sent. Immutable.
 *
 * @param base a builder with the fields of the client, of which each request has a copy
 * @param recorded has the scope of the expressions, with their values
 */
record PreparedBatch(
        RequestPlan request,
        BatchPlan plan,
        DefaultExchangeBuilder base,
        @Nullable RequestContext context,
        Scope recorded,
        Clock clock,
        List<@Nullable Object> identity)
        implements SharedRequest {

    /** Prepares a request; {@code scope} has the keys of the mashup. */
    static PreparedBatch of(RequestPlan request, DefaultMashup mashup, Scope scope, BatchPlan plan) {
        Recorded values = new Recorded();
        Scope recorded = scope.recordedBy(values);
        try {
            DefaultExchangeBuilder base = request.begun(mashup, recorded);
            // With all fields, as those of the request may have a credential, too.
            RequestContext context = request.filled(
                            request.begun(mashup, recorded),
                            recorded,
                            request.method().name())
                    .context();
            values.close();
            List<@Nullable Object> identity = new ArrayList<>(base.identity(context));
            identity.addAll(values.of(request.expressions()));
            return new PreparedBatch(
                    request,
                    plan,
                    base.detached(context),
                    context,
                    recorded,
                    mashup.broker().clock(),
                    identity);
        } catch (InvalidRequestException x) {
            throw UnsendableRequest.of(request, mashup, scope, x);
        }
    }

    @Override
    public DefaultExchange start(List<Object> keys) {
        Scope scope = recorded.with(request.exchange(), Map.of(Names.KEYS, keys));
        return request.expecting(request.filled(
                        base.detached(context), scope, request.method().name()))
                .start();
    }

    @Override
    public Map<String, Object> read(DefaultExchange exchange, PartnerResponse response) {
        return BatchRun.objects(
                plan, request.reader().read(exchange, response, clock).value(), recorded.unrecorded(), exchange);
    }

    @Override
    public boolean isLong(PartnerResponse response) {
        return plan.isHeavy() || !request.reader().isLight() || response.body().length > BodyExecutor.LARGE;
    }
}
