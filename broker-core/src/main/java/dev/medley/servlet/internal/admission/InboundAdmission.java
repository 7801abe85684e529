package dev.medley.servlet.internal.admission;

import dev.medley.account.internal.ClientAccount;
import dev.medley.config.AdmissionSettings;
import dev.medley.mashup.Reply;
import dev.medley.partner.Adaptation;
import dev.medley.partner.internal.limit.AdaptiveLimit;
import dev.medley.partner.internal.limit.Limiter;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.partner.internal.limit.QueueRules;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.thread.internal.Clock;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Decides which inbound requests run now: the bulkhead of the mashup, then the limit of the server with its queue. A request that
 * is neither admitted nor queued is refused before anything is done for it. Thread-safe.
 */
public final class InboundAdmission {

    /** Shares that a client may have before it has a lower priority: clients are not alike. */
    private static final int SHARES = 2;

    private final Executor pool;
    private final Clock clock;
    private final @Nullable Limiter limiter;
    private final @Nullable AdaptiveLimit adaptive;
    private final @Nullable String priorityField;
    /** Accounts of clients that have requests here. */
    private final AtomicInteger clients = new AtomicInteger();

    private final Map<Refusal, Map<Priority, LongAdder>> refused = new EnumMap<>(Refusal.class);
    /** Each made once: under overload most replies are refusals. */
    private final Map<Refusal, Reply> replies = new ConcurrentHashMap<>();

    /** Creates an admission in which no request is in progress. */
    public InboundAdmission(AdmissionSettings settings, Executor pool, Clock clock) {
        this.pool = pool;
        this.clock = clock;
        limiter = settings.isLimited()
                ? new Limiter(
                        pool,
                        clock,
                        settings.maxConcurrent(),
                        new QueueRules(settings.maxQueued(), settings.maxQueueAge(), settings.queueOrder()))
                : null;
        adaptive = limiter == null || settings.adaptive() == Adaptation.OFF
                ? null
                : new AdaptiveLimit(settings.adaptive(), clock, limiter, settings.maxConcurrent());
        priorityField = settings.priorityField();
        for (Refusal each : Refusal.values()) {
            Map<Priority, LongAdder> counters = new EnumMap<>(Priority.class);
            for (Priority priority : Priority.values()) {
                counters.put(priority, new LongAdder());
            }
            refused.put(each, counters);
        }
    }

    /** Returns the name of the header field that has the priority of a request; null if none has. */
    public @Nullable String priorityField() {
        return priorityField;
    }

    // ---- The requests. ------------------------------------------------------------------------------------------

    /** Runs the request now, queues it, or refuses it. Called by the thread that the container gave the request. */
    public void run(AdmittedRequest request, @Nullable Bulkhead bulkhead) throws IOException {
        if (limiter == null && bulkhead == null) {
            request.run();
            return;
        }
        Priority priority = priority(request);
        if (bulkhead != null && !bulkhead.tryEnter()) {
            count(Refusal.BULKHEAD, priority);
            request.refuseAtOnce(reply(Refusal.BULKHEAD), RefusedBy.LIMIT);
            return;
        }
        InboundPermit permit = new InboundPermit(this, request, priority, bulkhead);
        request.hold(permit);
        if (limiter == null || limiter.tryAcquire()) {
            permit.admittedAtOnce(clock);
            request.run();
        } else if (limiter.refuses(permit)) {
            count(Refusal.QUEUE_FULL, priority);
            request.refuseAtOnce(reply(Refusal.QUEUE_FULL), RefusedBy.LIMIT);
        } else {
            queue(limiter, request, permit);
        }
    }

    /** While the limit is reached, a client with more than twice its share of the requests has a lower priority. */
    private Priority priority(AdmittedRequest request) {
        Priority own = request.priority(priorityField);
        return limiter != null && limiter.isFull() && request.account().requests() > SHARES * share(limiter)
                ? own.lower()
                : own;
    }

    private int share(Limiter limit) {
        return Math.max(1, limit.limit() / Math.max(1, clients.get()));
    }

    private void queue(Limiter limit, AdmittedRequest request, InboundPermit permit) {
        request.suspend();
        request.startDeadline();
        switch (limit.acquire(permit)) {
            case ADMITTED -> pool.execute(permit::onAdmitted);
            case QUEUED -> {
                // onAdmitted or onDropped follows.
            }
            case REFUSED, REFUSED_BY_STAGE -> refuseSuspended(request, permit.priority(), Refusal.QUEUE_FULL);
        }
    }

    /** Refuses a request that has been suspended, unless it is decided. */
    void refuseSuspended(AdmittedRequest request, Priority priority, Refusal refusal) {
        count(refusal, priority);
        request.refuse(reply(refusal), RefusedBy.LIMIT);
    }

    private Reply reply(Refusal refusal) {
        return replies.computeIfAbsent(refusal, Refusal::toReply);
    }

    private void count(Refusal refusal, Priority priority) {
        adder(refusal, priority).increment();
    }

    private LongAdder adder(Refusal refusal, Priority priority) {
        return refused.getOrDefault(refusal, Map.of()).getOrDefault(priority, new LongAdder());
    }

    Clock clock() {
        return clock;
    }

    @Nullable
    Limiter limiter() {
        return limiter;
    }

    @Nullable
    AdaptiveLimit adaptive() {
        return adaptive;
    }

    /** A request of the client with {@code account} is to be admitted. */
    void entered(ClientAccount account) {
        if (limiter != null && account.addRequest()) {
            clients.incrementAndGet();
        }
    }

    /** A request of the client with {@code account} has ended. */
    void left(ClientAccount account) {
        if (limiter != null && account.removeRequest()) {
            clients.decrementAndGet();
        }
    }

    /** Gives a permit of the limiter back, if there is one. */
    void release() {
        if (limiter != null) {
            limiter.release();
        }
    }

    /** Takes a permit of the limiter, if one is free, or if there is no limiter; and returns whether it has. */
    boolean tryTake() {
        return limiter == null || limiter.tryAcquire();
    }

    // ---- Reading. -----------------------------------------------------------------------------------------------

    /** Returns whether the requests in flight are limited for the server as a whole. */
    public boolean isLimited() {
        return limiter != null;
    }

    /** Returns the limit on requests in flight at this moment; 0 if there is none. */
    public int limit() {
        return limiter == null ? 0 : limiter.limit();
    }

    /** Returns the requests that are admitted, of those that the limit counts. */
    public int used() {
        return limiter == null ? 0 : limiter.used();
    }

    /** Returns the requests that wait for admission. */
    public int queued() {
        return limiter == null ? 0 : limiter.queued();
    }

    /** Returns the requests with {@code priority} that were refused for {@code reason}, since the start. */
    public long refused(Refusal reason, Priority priority) {
        return adder(reason, priority).sum();
    }
}
