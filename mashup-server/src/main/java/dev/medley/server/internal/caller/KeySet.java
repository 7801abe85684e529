package dev.medley.server.internal.caller;

import dev.medley.config.internal.caller.TokenSettings;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.thread.internal.Clock;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of one issuer: fetched at the start and again at intervals by an exchange with the partner that has them. While
 * they cannot be fetched, those that are there are used. Thread-safe.
 *
 * <p>One fetch is under way at a time: a compare-and-set on {@link #fetching} decides who begins it. Requests never wait for
 * one; the start of a server does, for a while.
 */
final class KeySet {

    private static final Logger LOG = LoggerFactory.getLogger(KeySet.class);
    private static final int MAX_DOCUMENT = 256 * 1024;

    /** The earliest part of an interval after which keys are fetched again: servers started together do not ask together. */
    private static final double EARLIEST = 0.9;

    private final TokenSettings settings;
    private final AtomicBoolean fetching = new AtomicBoolean();
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicReference<Clock.@Nullable ScheduledTask> next = new AtomicReference<>();
    private final CountDownLatch tried = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile @Nullable Fetched fetched;
    private volatile long askedNanos;
    private volatile boolean failing;
    private volatile @Nullable DefaultBroker broker;

    /**
     * The keys of one fetch.
     *
     * @param atNanos when it ended, by the clock
     */
    record Fetched(List<VerificationKey> keys, long atNanos) {}

    KeySet(TokenSettings settings) {
        this.settings = settings;
    }

    /** As above, with the keys of {@code before} until there are newer ones. */
    KeySet(TokenSettings settings, KeySet before) {
        this(settings);
        fetched = before.fetched;
    }

    /** Returns whether the keys of {@code other} are fetched from the same place. */
    boolean isOfSamePlace(TokenSettings other) {
        return settings.issuer().equals(other.issuer())
                && settings.partner().equals(other.partner())
                && settings.path().equals(other.path());
    }

    TokenSettings settings() {
        return settings;
    }

    /** Fetches the keys by {@code with} from now on; begins to, unless it has begun. */
    void start(DefaultBroker with) {
        broker = with;
        if (started.compareAndSet(false, true)) {
            fetch();
        }
    }

    /** Waits until the keys have been fetched once, or could not be; for {@code nanos} at most. Returns whether that is so. */
    boolean awaitFirst(long nanos) throws InterruptedException {
        return tried.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Fetches no more. */
    void stop() {
        stopped = true;
        replaceNext(null);
    }

    /** Returns the keys; null if there are none, or they are too old. */
    @Nullable
    Fetched current(Clock clock) {
        Fetched seen = fetched;
        boolean usable = seen != null
                && clock.nanoTime() - seen.atNanos < settings.maxStale().toNanos();
        return usable ? seen : null;
    }

    /** Returns whether {@code keys} are still those that count. */
    boolean isCurrent(Fetched keys, Clock clock) {
        Fetched seen = current(clock);
        return seen != null && seen.atNanos == keys.atNanos;
    }

    /** A token names a key that is not there: the keys are fetched, unless that has been tried just now. */
    void missed() {
        DefaultBroker with = broker;
        if (with != null
                && with.clock().nanoTime() - askedNanos >= settings.cooldown().toNanos()) {
            fetch();
        }
    }

    private void fetch() {
        DefaultBroker with = broker;
        if (with == null || stopped || !fetching.compareAndSet(false, true)) {
            return;
        }
        askedNanos = with.clock().nanoTime();
        try {
            // On the pool, without the context of the request that needs it.
            with.pool().execute(() -> fetch(with));
        } catch (RuntimeException x) {
            ended(with, null, String.valueOf(x.getMessage()));
        }
    }

    private void fetch(DefaultBroker with) {
        try {
            with.exchange(settings.partner())
                    .get(settings.path())
                    .header("Accept", "application/jwk-set+json, application/json")
                    .accept(200)
                    .maxBody(MAX_DOCUMENT)
                    .internal()
                    .start()
                    .response()
                    .whenComplete((response, failure) -> ended(with, response, failure));
        } catch (RuntimeException x) {
            ended(with, null, String.valueOf(x.getMessage()));
        }
    }

    private void ended(DefaultBroker with, @Nullable PartnerResponse response, @Nullable Throwable failure) {
        if (response == null) {
            String why = failure == null
                    ? "no response"
                    : String.valueOf(BrokerStage.unwrapped(failure).getMessage());
            ended(with, null, why);
            return;
        }
        try {
            ended(with, VerificationKey.read(new String(response.body(), StandardCharsets.UTF_8)), "");
        } catch (ParseException | RuntimeException x) {
            ended(with, null, "the document is no set of keys: " + x.getMessage());
        }
    }

    private void ended(DefaultBroker with, @Nullable List<VerificationKey> keys, String failure) {
        Clock clock = with.clock();
        if (keys == null) {
            if (!failing) {
                LOG.warn("issuer {}: the keys cannot be fetched: {}", settings.name(), failure);
            }
        } else {
            fetched = new Fetched(keys, clock.nanoTime());
            if (failing) {
                LOG.info("issuer {}: the keys can be fetched again", settings.name());
            }
        }
        failing = keys == null;
        fetching.set(false);
        tried.countDown();
        long nanos = keys == null
                ? Math.min(settings.cooldown().toNanos(), settings.refresh().toNanos())
                : (long) (settings.refresh().toNanos()
                        * ThreadLocalRandom.current().nextDouble(EARLIEST, 1));
        replaceNext(clock.schedule(nanos, this::fetch));
    }

    private void replaceNext(Clock.@Nullable ScheduledTask task) {
        Clock.ScheduledTask before = next.getAndSet(task);
        if (before != null) {
            before.cancel();
        }
        if (stopped && task != null) {
            task.cancel();
        }
    }
}
