package dev.medley.server.internal.replay;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.server.recording.RecordedExchange;
import dev.medley.thread.internal.Clock;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Collects the exchanges of one run in the order in which they end. Thread-safe. */
public final class Recorder implements ExchangeEnds {

    private final boolean exact;
    private final Clock clock;
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
    /** When the last end had had its effects; null while none has. */
    private volatile @Nullable Long settledNanos;

    private record Ended(DefaultExchange exchange, boolean toldLate) {}

    /**
     * Creates a recorder; an {@code exact} one has exchanges end one at a time.
     *
     * @param clock of the broker
     */
    public Recorder(boolean exact, Clock clock) {
        this.exact = exact;
        this.clock = clock;
    }

    @Override
    public boolean oneAtATime() {
        return exact;
    }

    @Override
    public void ending(DefaultExchange exchange) {}

    @Override
    public void ended(DefaultExchange exchange) {
        Long before = settledNanos;
        boolean late = exact && before != null && exchange.timings().endNanos() - before < 0;
        ended.add(new Ended(exchange, late));
    }

    @Override
    public void settled(DefaultExchange exchange) {
        settledNanos = clock.nanoTime();
    }

    /**
     * Returns the exchanges, all of which have settled.
     *
     * @param zeroNanos when the client sent its request, by the broker's clock
     */
    public List<RecordedExchange> exchanges(long zeroNanos) {
        return ended.stream()
                .map(each -> RecordedExchanges.of(each.exchange(), each.toldLate(), zeroNanos))
                .toList();
    }
}
