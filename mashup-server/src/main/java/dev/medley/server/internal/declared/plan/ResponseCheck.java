package dev.medley.server.internal.declared.plan;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.server.internal.declaration.BodySchema.Fault;
import dev.medley.server.internal.declaration.ExchangeDeclaration.ResponseSchema;
import dev.medley.server.internal.declaration.OnMismatch;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Checks the responses to one exchange against its schema. Thread-safe. */
public final class ResponseCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseCheck.class);

    private final String exchange;
    private final ResponseSchema schema;
    /** A partner that has changed would fill the log; the metric goes on. */
    private final AtomicBoolean logged = new AtomicBoolean();

    /**
     * Creates a check.
     *
     * @param exchange its name, for the log
     */
    public ResponseCheck(String exchange, ResponseSchema schema) {
        this.exchange = exchange;
        this.schema = schema;
    }

    /** Returns why a response is refused, without anything of it; null if it is not. */
    @Nullable
    String refusal(DefaultExchange ended, JsonNode body) {
        List<Fault> faults = schema.body().faults(body);
        if (faults.isEmpty()) {
            return null;
        }
        ended.destination().countMismatch();
        String fault = "it does not match its schema: " + Fault.named(faults);
        if (schema.onMismatch() == OnMismatch.REFUSE) {
            return fault;
        }
        if (logged.compareAndSet(false, true)) {
            LOG.warn(
                    "partner {}, exchange {}: a response is used, but {}; further ones are counted only",
                    ended.partner(),
                    exchange,
                    fault);
        }
        return null;
    }
}
