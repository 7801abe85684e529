package dev.medley.partner.internal.credential;

import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The token of one partner: fetched when it is first needed, renewed ahead of its end while it is in use, dropped when the
 * partner refuses it. One request to the issuer is under way at a time; after one that failed there is a pause.
 *
 * <p>One compare-and-set on {@link #state} decides each race: who asks the issuer, and whose result counts. No timer runs: what
 * is due is noticed by the next one who needs the token.
 */
final class TokenSource implements CredentialSource {

    private static final Logger LOG = LoggerFactory.getLogger(TokenSource.class);

    /** A token that is refused sooner is no older than what the issuer would give now. */
    private static final Duration MIN_AGE = Duration.ofSeconds(5);

    /** A token is not used at the very end of its time, because requests take some. */
    private static final Duration MAX_MARGIN = Duration.ofSeconds(10);

    private static final double MARGIN = 0.1;

    /** A token that can be used for less time may end before those who wait for it use it. */
    private static final Duration MIN_USE = Duration.ofMillis(100);

    /** The part of its time after which a token is renewed: servers that were started together must not renew together. */
    private static final double FIRST_RENEWAL = 0.75;

    private static final double LAST_RENEWAL = 0.85;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final int MAX_DOUBLINGS = 4;

    private final TokenRequest request;
    private final Clock clock;
    private final Supplier<? extends RandomGenerator> random;
    private final AtomicReference<Held> state = new AtomicReference<>(Held.NOTHING);
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private volatile @Nullable TokenFetch fetch;

    /**
     * What is known at a moment. Times are those of the clock.
     *
     * @param credential null if there is none to use
     * @param askedNanos when it was asked for
     * @param renewNanos when it is renewed, or after a failure, when it is asked for again
     * @param endNanos when it is used no longer
     * @param failures one after another
     * @param failure of the last request; empty if it succeeded
     */
    private record Held(
            TokenState state,
            @Nullable Credential credential,
            long askedNanos,
            long renewNanos,
            long endNanos,
            int failures,
            String failure) {

        static final Held NOTHING = new Held(TokenState.NONE, null, 0, 0, 0, 0, "");

        Held become(TokenState next) {
            return become(next, credential, renewNanos, failures, failure);
        }

        Held become(TokenState next, @Nullable Credential kept, long renew, int failed, String why) {
            if (!state.mayBecome(next)) {
                throw new IllegalStateException("a token in state " + state + " may not become " + next);
            }
            return new Held(next, kept, askedNanos, renew, endNanos, failed, why);
        }

        Held without(TokenState next) {
            return become(next, null, renewNanos, failures, failure);
        }
    }

    TokenSource(TokenRequest request, Clock clock, Supplier<? extends RandomGenerator> random) {
        this.request = request;
        this.clock = clock;
        this.random = random;
    }

    @Override
    public void fetchBy(TokenFetch fetcher) {
        fetch = fetcher;
    }

    private Held held() {
        return Objects.requireNonNull(state.get());
    }

    @Override
    public String field() {
        return "Authorization";
    }

    @Override
    public String state() {
        return held().state.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public @Nullable Credential current() {
        while (true) {
            Held seen = held();
            long now = clock.nanoTime();
            Held next = next(seen, now);
            if (next == null) {
                return seen.credential;
            }
            if (state.compareAndSet(seen, next)) {
                if (next.state.isFetching() && !seen.state.isFetching()) {
                    ask();
                }
                return next.credential;
            }
        }
    }

    /** What {@code seen} becomes at {@code now} by one who needs the token; null if it stays. */
    private static @Nullable Held next(Held seen, long now) {
        return switch (seen.state) {
            case FETCHING -> null;
            case NONE -> seen.become(TokenState.FETCHING);
            case FAILED -> now - seen.renewNanos >= 0 ? seen.become(TokenState.FETCHING) : null;
            case HELD -> {
                if (now - seen.endNanos >= 0) {
                    yield seen.without(TokenState.FETCHING);
                }
                yield now - seen.renewNanos >= 0 ? seen.become(TokenState.RENEWING) : null;
            }
            case RENEWING -> now - seen.endNanos >= 0 ? seen.without(TokenState.FETCHING) : null;
        };
    }

    @Override
    public @Nullable String failure() {
        Held seen = held();
        return seen.state == TokenState.FAILED && clock.nanoTime() - seen.renewNanos < 0 ? seen.failure : null;
    }

    @Override
    public void await(Runnable whenDecided) {
        waiting.add(whenDecided);
        if (held().state != TokenState.FETCHING) {
            // It ended before, and may not have seen this one.
            wake();
        }
    }

    private void wake() {
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
        }
    }

    @Override
    public boolean isReplaceable(Credential refused) {
        Held seen = held();
        return seen.credential != refused || clock.nanoTime() - seen.askedNanos >= MIN_AGE.toNanos();
    }

    @Override
    public void drop(Credential refused) {
        while (true) {
            Held seen = held();
            if (seen.credential != refused) {
                return;
            }
            TokenState next = seen.state == TokenState.RENEWING ? TokenState.FETCHING : TokenState.NONE;
            if (state.compareAndSet(seen, seen.without(next))) {
                LOG.atLevel(request.subject() == null ? Level.INFO : Level.DEBUG)
                        .log("{}: the partner refused the token with a 401; another one is fetched", request);
                return;
            }
        }
    }

    private void ask() {
        TokenFetch fetcher = fetch;
        long asked = clock.nanoTime();
        if (fetcher == null) {
            ended(asked, TokenResult.failed("the broker has not been started"));
            return;
        }
        try {
            fetcher.fetch(request, result -> ended(asked, result));
        } catch (RuntimeException x) {
            LOG.warn("{}: the request was not sent", request, x);
            ended(asked, TokenResult.failed("the request was not sent"));
        }
    }

    /** The request under way has ended: those who wait are woken. */
    private void ended(long asked, TokenResult result) {
        Held held = result.token() == null ? null : with(result.token(), asked, result.lifetime());
        String failure = result.failure();
        if (held != null && held.endNanos - clock.nanoTime() < MIN_USE.toNanos()) {
            // Those who wait would ask for another one at once, and so on.
            held = null;
            failure = "the token has ended, or ends within " + MIN_USE.toMillis() + " ms";
        }
        while (true) {
            Held seen = held();
            Held next = held == null ? afterFailure(seen, failure) : held;
            if (state.compareAndSet(seen, next)) {
                report(seen, next);
                break;
            }
        }
        wake();
    }

    private Held with(String token, long asked, Duration lifetime) {
        long nanos = lifetime.toNanos();
        long margin = Math.min(MAX_MARGIN.toNanos(), (long) (nanos * MARGIN));
        long renewal = (long) (nanos * random.get().nextDouble(FIRST_RENEWAL, LAST_RENEWAL));
        return new Held(
                TokenState.HELD, Credential.bearer(token), asked, asked + renewal, asked + nanos - margin, 0, "");
    }

    /** A token that can still be used is kept. */
    private Held afterFailure(Held seen, String why) {
        int failures = seen.failures + 1;
        long pause = FIRST_PAUSE.toNanos() << Math.min(failures - 1, MAX_DOUBLINGS);
        // At least half of it, so that servers which failed together do not ask together.
        long again = clock.nanoTime()
                + pause / 2
                + (long) (pause / 2.0 * random.get().nextDouble());
        String failure = "no token of partner %s: %s".formatted(request.issuer(), why);
        TokenState next = seen.state == TokenState.RENEWING ? TokenState.HELD : TokenState.FAILED;
        return seen.become(next, seen.credential, again, failures, failure);
    }

    private void report(Held before, Held now) {
        // There are many callers, and the failure of each exchange says why.
        Level level = request.subject() == null ? Level.WARN : Level.DEBUG;
        if (now.failures == 1) {
            LOG.atLevel(level).log("{}: {}", request, now.failure);
        } else if (now.failures == 0 && before.failures > 0) {
            LOG.atLevel(request.subject() == null ? Level.INFO : Level.DEBUG)
                    .log("{}: a token again, after {} failures", request, before.failures);
        }
    }

    @Override
    public String toString() {
        return request + ", " + held().state;
    }
}
