package dev.medley.server.internal.admin.log;

import dev.medley.context.RequestId;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Reason;
import dev.medley.exchange.Timings;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.thread.internal.Clock;
import dev.medley.trace.internal.TracedRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Logs each exchange that failed or expired to {@code dev.medley.failures}, at most one line per second for each partner and
 * reason, with the number of exchanges that it covers. Cancelled exchanges are not logged. It knows partners by their names, as
 * a reload replaces them. Thread-safe.
 */
public final class FailureLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.medley.failures");

    private final Map<Kind, OnePerSecond<DefaultExchange>> limits = new ConcurrentHashMap<>();
    private final Clock clock;

    private FailureLog(Clock clock) {
        this.clock = clock;
    }

    private record Kind(String partner, Reason reason) {}

    /** Logs the exchanges of {@code broker} from now on. */
    public static void attach(DefaultBroker broker) {
        broker.observeEnds(new FailureLog(broker.clock())::ended);
    }

    private void ended(DefaultExchange exchange) {
        ExchangeException failure = exchange.failure();
        if (failure != null && failure.reason() != Reason.CANCELLED) {
            limits.computeIfAbsent(
                            new Kind(exchange.partner(), failure.reason()),
                            kind -> new OnePerSecond<>(clock, FailureLog::write))
                    .offer(exchange);
        }
    }

    private static void write(DefaultExchange exchange, int others) {
        ExchangeException failure = exchange.failure();
        if (failure == null) {
            throw new IllegalArgumentException(exchange + " has not failed");
        }
        RequestContext requestContext = exchange.requestContext();
        if (requestContext != null && MDC.get(RequestId.MDC_KEY) == null) {
            // By the thread of the clock, at the end of a second.
            TracedRequest.context(requestContext.id(), requestContext.span())
                    .run(() -> write(exchange, failure, others));
        } else {
            write(exchange, failure, others);
        }
    }

    private static void write(DefaultExchange exchange, ExchangeException failure, int others) {
        Timings timings = exchange.timings();
        int attempts = timings.attempts().size();
        RequestContext requestContext = exchange.requestContext();
        LOG.warn(
                "exchange failed: {} ({}; {} {}, {} ms){}{}",
                LogText.escaped(String.valueOf(failure.getMessage())),
                failure.reason().label(),
                attempts,
                attempts == 1 ? "attempt" : "attempts",
                TimeUnit.NANOSECONDS.toMillis(timings.totalNanos()),
                requestContext == null ? "" : ", for " + LogText.escaped(requestContext.toString()),
                others == 0 ? "" : "; " + others + " more like it in the last second");
    }
}
