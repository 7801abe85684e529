package dev.medley.server.internal.replay;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.call.DefaultExchange;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the ends of the exchanges of a broker for one run at a time.
 *
 * <p>Two exchanges that end on two threads at the same time have no order: the code of the mashup is told of both at once, and
 * what it makes of them, such as the winner of a race, need not follow the order in which this class is told of them. So the
 * ends of a run that asks for it are told one at a time ({@link Turns}): a thread waits within its first report of an end,
 * before the code of the mashup knows of it, and its turn is over with the second report, behind which nothing runs on it that
 * the end has caused.
 */
public final class ExchangeWatch {

    private static final Logger LOG = LoggerFactory.getLogger(ExchangeWatch.class);

    private static final long LOOK_NANOS = 2_000_000;

    private final DefaultBroker broker;
    private final Turns turns;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition settled = lock.newCondition();
    private volatile ExchangeEnds ends = ExchangeEnds.NONE;

    private ExchangeWatch(DefaultBroker broker) {
        this.broker = broker;
        turns = new Turns(broker.pool().quiescence());
    }

    /** Returns a watch of {@code broker}; to be made once, because a broker keeps its observers. */
    public static ExchangeWatch of(DefaultBroker broker) {
        ExchangeWatch watch = new ExchangeWatch(broker);
        broker.observeEnds(watch::ended);
        broker.onExchangeSettled(watch::settled);
        return watch;
    }

    /** Tells {@code run} of the ends from now on, in place of another one. */
    public void tell(ExchangeEnds run) {
        turns.watch(run.oneAtATime());
        ends = run;
    }

    /** Waits until no exchange is in flight, for {@code longest} at most; returns whether none is. */
    public boolean awaitNone(Duration longest) throws InterruptedException {
        long end = broker.clock().nanoTime() + longest.toNanos();
        lock.lockInterruptibly();
        try {
            long left = 1;
            while (broker.exchangesInFlight() > 0 && left > 0) {
                // The last one counts as in flight until the report of it has returned: there is none behind that.
                settled.awaitNanos(LOOK_NANOS);
                left = end - broker.clock().nanoTime();
            }
            return broker.exchangesInFlight() == 0;
        } finally {
            lock.unlock();
        }
    }

    private void ended(DefaultExchange exchange) {
        ExchangeEnds run = ends;
        // Exchanges of no mashup are those of the broker itself, such as the validation of a stored response.
        if (exchange.requestContext() == null) {
            return;
        }
        if (run.oneAtATime()) {
            if (turns.mayWait()) {
                run.ending(exchange);
            }
            takeTurn(exchange);
        }
        run.ended(exchange);
    }

    private void takeTurn(DefaultExchange exchange) {
        try {
            if (!turns.take()) {
                LOG.warn(
                        "{} has ended while the mashup is busy, or waits for something that is not a stage of Medley:"
                                + " a replay may see the ends in another order",
                        exchange);
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private void settled(DefaultExchange exchange) {
        try {
            if (exchange.requestContext() != null) {
                ends.settled(exchange);
            }
        } finally {
            turns.release();
            lock.lock();
            try {
                settled.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
