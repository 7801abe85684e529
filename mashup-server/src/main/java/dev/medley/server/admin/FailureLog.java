package dev.medley.server.admin;

import dev.medley.exchange.Broker;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Reason;
import dev.medley.exchange.Timings;
import dev.medley.partner.Partner;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each exchange that failed or expired, to the logger {@code dev.medley.failures}; of one partner and
 * reason one a second, which counts those it stands for. Exchanges that were cancelled are somebody's wish: not told.
 */
final class FailureLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.medley.failures");

    private final Each<Partner, Each<Reason, OnePerSecond<Exchange>>> limits;

    private FailureLog(Broker broker) {
        limits = Each.of(
                broker.partners(),
                partner -> Each.of(Reason.class, reason -> new OnePerSecond<>(broker.clock(), FailureLog::write)));
    }

    static void attach(Broker broker) {
        broker.onExchangeEnded(new FailureLog(broker)::ended);
    }

    private void ended(Exchange exchange) {
        ExchangeException failure = exchange.failure();
        if (failure != null && failure.reason() != Reason.CANCELLED) {
            limits.get(exchange.partner()).get(failure.reason()).offer(exchange);
        }
    }

    private static void write(Exchange exchange, int others) {
        ExchangeException failure = exchange.failure();
        if (failure == null) {
            throw new IllegalArgumentException(exchange + " has not failed");
        }
        Timings timings = exchange.timings();
        int attempts = timings.attempts().size();
        LOG.warn(
                "exchange failed: {} ({}; {} {}, {} ms){}",
                LogText.escaped(String.valueOf(failure.getMessage())),
                failure.reason().label(),
                attempts,
                attempts == 1 ? "attempt" : "attempts",
                TimeUnit.NANOSECONDS.toMillis(timings.totalNanos()),
                others == 0 ? "" : "; " + others + " more like it in the last second");
    }
}
