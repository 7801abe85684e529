package dev.medley.exchange.internal.call;

import dev.medley.account.internal.HeldBytes;
import dev.medley.exchange.internal.dispatch.InFlightCounter;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.compute.Computations;
import dev.medley.thread.internal.ledger.ThreadLedger;
import dev.medley.trace.internal.Tracing;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the exchanges of a broker share, whichever partners it has: a reload replaces the partners and keeps these. Thread-safe.
 */
public final class BrokerServices {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerServices.class);

    private final BrokerPool pool;
    private final Clock clock;
    private final ThreadLedger ledger;
    private final Computations computations;
    private final HeldBytes heldBytes;
    private final @Nullable Tracing tracing;
    private final InFlightCounter inFlight = new InFlightCounter();
    private final List<Consumer<? super DefaultExchange>> endObservers = new CopyOnWriteArrayList<>();
    private final List<Consumer<? super DefaultExchange>> settledObservers = new CopyOnWriteArrayList<>();

    /**
     * Creates services.
     *
     * @param maxHeldBytes bounds the bytes that are held for clients
     * @param tracing begins spans; null for none
     */
    public BrokerServices(BrokerPool pool, Clock clock, long maxHeldBytes, @Nullable Tracing tracing) {
        this.pool = pool;
        this.clock = clock;
        ledger = new ThreadLedger(clock);
        computations = new Computations(pool, clock);
        heldBytes = new HeldBytes(maxHeldBytes);
        this.tracing = tracing;
    }

    /** The pool that server, client and mashups share. */
    public BrokerPool pool() {
        return pool;
    }

    /** The broker's clock and scheduler. */
    public Clock clock() {
        return clock;
    }

    /** The ledger of the pool's threads. */
    public ThreadLedger ledger() {
        return ledger;
    }

    /** The computations of mashups. */
    public Computations computations() {
        return computations;
    }

    /** The budget of bytes that are held for clients, as bodies and otherwise. */
    public HeldBytes heldBytes() {
        return heldBytes;
    }

    /** What begins spans; null if there are none. */
    public @Nullable Tracing tracing() {
        return tracing;
    }

    /** The number of exchanges that have not ended. */
    public InFlightCounter inFlight() {
        return inFlight;
    }

    /** Adds an observer of each exchange that ends. */
    public void observeEnds(Consumer<? super DefaultExchange> observer) {
        endObservers.add(observer);
    }

    /** Adds an observer of each exchange that is settled: nothing of it is left. */
    public void observeSettled(Consumer<? super DefaultExchange> observer) {
        settledObservers.add(observer);
    }

    /** {@code exchange} has ended. */
    void ended(DefaultExchange exchange) {
        tell(endObservers, exchange);
    }

    /** The end of {@code exchange} has had its effects. */
    void settled(DefaultExchange exchange) {
        tell(settledObservers, exchange);
    }

    private static void tell(List<Consumer<? super DefaultExchange>> observers, DefaultExchange exchange) {
        for (Consumer<? super DefaultExchange> observer : observers) {
            try {
                observer.accept(exchange);
            } catch (RuntimeException | Error x) {
                LOG.warn("{}: an observer failed", exchange, x);
            }
        }
    }
}
