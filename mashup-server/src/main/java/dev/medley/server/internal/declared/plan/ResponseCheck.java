package dev.medley.server.internal.declared.plan;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.json.Json;
import dev.medley.server.internal.declaration.ExchangeDeclaration.ResponseSchema;
import dev.medley.server.internal.declaration.OnMismatch;
import dev.medley.server.internal.schema.BodySchema.Fault;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.LogPace;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the responses to one exchange against its schema. Thread-safe. */
public final class ResponseCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseCheck.class);

    private final String exchange;
    private final ResponseSchema schema;
    /** A partner that has changed would fill the log. */
    private final LogPace pace = new LogPace();

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
    String refusal(DefaultExchange ended, Json body, Clock clock) {
        List<Fault> faults = schema.body().faults(body);
        if (faults.isEmpty()) {
            return null;
        }
        ended.destination().countMismatch();
        String fault =
                "it does not match its schema: " + Fault.named(schema.body().withoutContent(faults));
        if (schema.onMismatch() == OnMismatch.REFUSE) {
            return fault;
        }
        long others = pace.others(clock.nanoTime());
        if (others >= 0) {
            LOG.warn(
                    "partner {}, exchange {}: a response is used, but {} (and {} others since the last line)",
                    ended.partner(),
                    exchange,
                    fault,
                    others);
        }
        return null;
    }
}
