package dev.medley.server.internal.declared.several;

import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.format.PartnerFault;
import dev.medley.mashup.Status;
import dev.medley.partner.internal.cache.Arrival;
import dev.medley.partner.internal.cache.CacheTerms;
import dev.medley.thread.internal.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request for the keys of several mashups, which is sent when it is full or its time has come. One compare-and-set on its state
 * decides each race:
 *
 * <pre>
 * state                 join                 send     leave
 * open with waiters     open with one more   sent     open with one fewer, dropped without any
 * sent with waiters     refused              –        sent with one fewer; without any, the exchange is cancelled
 * dropped               refused              –        –
 * </pre>
 *
 * <p>Thread-safe.
 */
final class SharedBatch {

    /** A refusal may be due to one key: each mashup then asks for its own. These are due to all, or to none. */
    private static final Set<Integer> OF_ALL = Set.of(Status.UNAUTHORIZED, Status.TOO_MANY_REQUESTS);

    /** So may these: what is asked for together is too long, or the object of one key makes the response unreadable. */
    private static final Set<Reason> OF_KEYS = Set.of(
            Reason.REQUEST_TOO_LARGE,
            Reason.BODY_TOO_LARGE,
            Reason.BROKEN_JSON,
            Reason.REPEATED_NAME,
            Reason.UNEXPECTED_SHAPE,
            Reason.MALFORMED_BODY);

    /** A bound of the work of one that joins. */
    private static final int MAX_WAITERS = 1000;

    private static final int FIRST_OF_REQUEST = 400;
    private static final int FIRST_OF_SERVER = 500;

    private final SharedRequest request;
    private final DefaultBroker broker;
    private final int max;
    private final Runnable whenClosed;
    private final AtomicReference<State> state = new AtomicReference<>(new Open(Map.of(), List.of()));
    private volatile Clock.@Nullable ScheduledTask timer;
    private volatile @Nullable DefaultExchange exchange;

    private sealed interface State permits Open, Sent, Dropped {}

    private record Open(Map<String, Object> keys, List<SharedWaiter> waiters) implements State {}

    /**
     * Its waiters are those that have neither left nor been answered.
     *
     * @param isOfOne whether there is only one, whose own request this is
     */
    private record Sent(Set<SharedWaiter> waiters, boolean isOfOne) implements State {}

    private record Dropped() implements State {}

    /**
     * Creates an open batch without waiters.
     *
     * @param whenClosed called once nothing can join any more
     */
    SharedBatch(SharedRequest request, DefaultBroker broker, int max, Runnable whenClosed) {
        this.request = request;
        this.broker = broker;
        this.max = max;
        this.whenClosed = whenClosed;
    }

    /** Sends it in {@code nanos} nanoseconds, unless it is sent before. */
    void sendAfter(long nanos) {
        Clock.ScheduledTask scheduled = broker.clock().schedule(nanos, this::send);
        timer = scheduled;
        if (!(state.get() instanceof Open)) {
            scheduled.cancel();
        }
    }

    /** Adds a waiter; sends the batch if it is full then, and if it has no room. Returns whether the waiter was added. */
    boolean join(SharedWaiter waiter) {
        while (state.get() instanceof Open open) {
            Map<String, Object> keys = open.keys();
            if (!keys.keySet().containsAll(waiter.keys().keySet())) {
                keys = new LinkedHashMap<>(keys);
                keys.putAll(waiter.keys());
            }
            if (keys.size() > max || open.waiters().size() == MAX_WAITERS) {
                send();
                return false;
            }
            List<SharedWaiter> waiters = new ArrayList<>(open.waiters());
            waiters.add(waiter);
            if (state.compareAndSet(open, new Open(keys, waiters))) {
                if (keys.size() == max) {
                    send();
                }
                return true;
            }
        }
        return false;
    }

    /** A waiter needs no answer; without effect if it is none. */
    void leave(SharedWaiter waiter) {
        while (state.get() instanceof Open open) {
            List<SharedWaiter> others = new ArrayList<>(open.waiters());
            if (!others.remove(waiter)) {
                return;
            }
            Map<String, Object> keys = new LinkedHashMap<>();
            others.forEach(each -> keys.putAll(each.keys()));
            if (state.compareAndSet(open, others.isEmpty() ? new Dropped() : new Open(keys, others))) {
                if (others.isEmpty()) {
                    closed();
                }
                return;
            }
        }
        if (state.get() instanceof Sent sent && sent.waiters().remove(waiter)) {
            cancelIfAbandoned(sent);
        }
    }

    /** Sends it, unless it is sent or dropped. */
    private void send() {
        while (state.get() instanceof Open open) {
            if (open.waiters().isEmpty()) {
                if (state.compareAndSet(open, new Dropped())) {
                    closed();
                    return;
                }
                continue;
            }
            Set<SharedWaiter> waiters = ConcurrentHashMap.newKeySet();
            waiters.addAll(open.waiters());
            Sent sent = new Sent(waiters, waiters.size() == 1);
            if (state.compareAndSet(open, sent)) {
                closed();
                // Without the context of who has come last: its end is not for the others.
                broker.pool().execute(() -> start(sent, List.copyOf(open.keys().values())));
                return;
            }
        }
    }

    private void closed() {
        whenClosed.run();
        Clock.ScheduledTask scheduled = timer;
        if (scheduled != null) {
            scheduled.cancel();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nothing depends on it.
    private void start(Sent sent, List<Object> keys) {
        if (sent.waiters().isEmpty()) {
            return;
        }
        try {
            DefaultExchange started = request.start(keys);
            exchange = started;
            cancelIfAbandoned(sent);
            started.response().whenComplete((response, failure) -> ended(sent, started, response, failure));
        } catch (RuntimeException x) {
            // Together, the keys may make a request that is too long, or one of them may make none.
            answer(sent, refused(sent, null, x));
        }
    }

    private void cancelIfAbandoned(Sent sent) {
        DefaultExchange started = exchange;
        if (started != null && sent.waiters().isEmpty()) {
            started.cancel();
        }
    }

    private void ended(
            Sent sent, DefaultExchange started, @Nullable PartnerResponse response, @Nullable Throwable failure) {
        if (response == null) {
            Throwable cause = failure == null
                    ? new IllegalStateException("an exchange without a response")
                    : BrokerStage.unwrapped(failure);
            answer(sent, mayBeOfOneKey(cause) ? refused(sent, started, cause) : BatchAnswer.failed(started, cause));
        } else if (!sent.isOfOne() && isPersonal(response)) {
            answer(sent, BatchAnswer.NOT_SHARED);
        } else if (request.isLong(response) && broker.pool().bodies().isForLongWork()) {
            broker.pool()
                    .bodies()
                    .execute(
                            () -> read(sent, started, response),
                            (answer, fault) -> answer(
                                    sent,
                                    answer != null
                                            ? answer
                                            : BatchAnswer.failed(
                                                    started,
                                                    fault == null ? new IllegalStateException("no answer") : fault)));
        } else {
            answer(sent, read(sent, started, response));
        }
    }

    private BatchAnswer read(Sent sent, DefaultExchange started, PartnerResponse response) {
        try {
            return new BatchAnswer(started, request.read(started, response), null);
        } catch (RuntimeException x) {
            // As a status: a partner may say in a document that it does not like a key.
            return refused(sent, started, x);
        }
    }

    /** What may be due to one key is the failure of nobody but who has asked for it. */
    private static BatchAnswer refused(Sent sent, @Nullable DefaultExchange started, Throwable cause) {
        return sent.isOfOne() ? BatchAnswer.failed(started, cause) : BatchAnswer.NOT_SHARED;
    }

    private static boolean mayBeOfOneKey(Throwable failure) {
        return failure instanceof ExchangeException x
                && switch (x.reason()) {
                    case UNEXPECTED_STATUS -> isRefusal(x.status());
                    case PARTNER_FAULT -> !isOfServer(x.status()) || isOfRequest(x);
                    default -> OF_KEYS.contains(x.reason());
                };
    }

    private static boolean isRefusal(int status) {
        return status >= FIRST_OF_REQUEST && !isOfServer(status) && !OF_ALL.contains(status);
    }

    private static boolean isOfServer(int status) {
        return status >= FIRST_OF_SERVER;
    }

    private static boolean isOfRequest(ExchangeException failure) {
        PartnerFault fault = failure.fault();
        return fault != null && fault.isOfRequest();
    }

    /** Returns whether the partner says that the response is for one user. */
    private boolean isPersonal(PartnerResponse response) {
        Clock clock = broker.clock();
        long now = clock.nanoTime();
        return CacheTerms.of(response.head(), new Arrival(now, now, clock.instant()))
                .personal();
    }

    private static void answer(Sent sent, BatchAnswer answer) {
        for (SharedWaiter each : List.copyOf(sent.waiters())) {
            if (sent.waiters().remove(each)) {
                each.answered(answer);
            }
        }
    }
}
