package dev.medley.partner.internal;

import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.RepeatedLook;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks a partner's name up, and again at intervals, which are others until it is found. Without an answer, the addresses stay what they are. The next look-up is
 * scheduled when one has ended, so a resolver that hangs has one request at a time; it runs on a thread of its own, which is
 * none of the pool.
 */
final class DnsRefresher {

    private static final Logger LOG = LoggerFactory.getLogger(DnsRefresher.class);

    private final String partner;
    private final String name;
    private final LookUp lookUp;
    private final Consumer<List<Place>> onFound;
    private final RepeatedLook looks;
    /** Read and written by one look-up at a time. */
    private volatile boolean failing;

    private volatile boolean isFound;

    /**
     * Creates the refresh of {@code name}.
     *
     * @param untilFound the interval before the first answer, if that is shorter
     * @param onFound takes the places, at least one, by a thread of the pool; throws {@link IllegalArgumentException} if they
     *     cannot be used now
     */
    DnsRefresher(
            String partner,
            String name,
            Duration untilFound,
            Duration interval,
            Clock clock,
            LookUp lookUp,
            Consumer<List<Place>> onFound) {
        this.partner = partner;
        this.name = name;
        this.lookUp = lookUp;
        this.onFound = onFound;
        looks = new RepeatedLook(
                "look-up of the name of partner " + partner,
                clock,
                () -> isFound || untilFound.compareTo(interval) > 0 ? interval : untilFound,
                Runnable::run,
                this::lookUp);
    }

    void start() {
        looks.startNow();
    }

    void stop() {
        looks.close();
    }

    private void lookUp(RepeatedLook.Round round) {
        lookUp.begin((places, failure) -> round.end(() -> lookedUp(places, failure)));
    }

    private boolean lookedUp(@Nullable List<Place> places, @Nullable Throwable failure) {
        if (places == null || places.isEmpty()) {
            report("cannot be looked up", String.valueOf(failure));
        } else {
            use(places);
        }
        return true;
    }

    private void use(List<Place> found) {
        try {
            onFound.accept(found);
            isFound = true;
            failing = false;
        } catch (IllegalArgumentException x) {
            // A file of the settings may be replaced at this moment: the next look-up finds it.
            report("has addresses that cannot be used", String.valueOf(x.getMessage()));
        }
    }

    /** Once, until there is an answer again: it goes on at each interval. */
    private void report(String what, String why) {
        if (!failing) {
            failing = true;
            LOG.warn("partner {}: {} {}, its addresses stay as they are: {}", partner, name, what, why);
        }
    }

    /** Looks a name up. Does not block. */
    interface LookUp {

        /**
         * Begins a look-up.
         *
         * @param whenDone is called once by a thread of the pool, with the places or with the failure
         */
        void begin(BiConsumer<@Nullable List<Place>, @Nullable Throwable> whenDone);
    }
}
