package dev.medley.mashup.internal;

import dev.medley.caller.Caller;
import dev.medley.connection.Header;
import dev.medley.context.Context;
import dev.medley.context.RequestIds;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeBuilder;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.exchange.internal.ExchangeOwner;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.format.Format;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Merge;
import dev.medley.mashup.PartialResult;
import dev.medley.mashup.PassedResponse;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.Snapshot;
import dev.medley.mashup.Status;
import dev.medley.mashup.internal.compute.ComputedItems;
import dev.medley.mashup.internal.compute.SingleComputation;
import dev.medley.mashup.internal.field.AllFields;
import dev.medley.mashup.internal.field.NamedFields;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.partner.internal.routing.Sender;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.compute.Computation;
import dev.medley.thread.internal.compute.ComputeOwner;
import dev.medley.thread.internal.compute.Drop;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.thread.internal.ledger.ThreadLedger;
import dev.medley.topic.Position;
import dev.medley.topic.Topics;
import dev.medley.topic.internal.Epoch;
import dev.medley.topic.internal.TopicSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mashup whose exchanges a broker carries out. Thread-safe.
 */
public final class DefaultMashup extends Mashup {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultMashup.class);

    private final DefaultBroker broker;
    private final Inbound inbound;
    private final Topics topics;
    private final Owner owner = new Owner();
    private volatile RequestContext requestContext;
    private final Outstanding outstanding = new Outstanding();
    /** Of the fields of the reply. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile Map<String, Supplier<@Nullable String>> replyFields = Map.of();
    private volatile @Nullable Consumer<ReplyEnd> observer;
    private volatile @Nullable Caller caller;
    private volatile @Nullable String callerField;
    private volatile Priority priority = Priority.NORMAL;
    private volatile Snapshots snapshots = DefaultMashup::noSnapshot;

    /** Creates a mashup that answers {@code inbound} from the responses of {@code broker}'s partners. */
    public DefaultMashup(DefaultBroker broker, Inbound inbound) {
        this(
                broker,
                inbound,
                RequestContext.of(RequestIds.create(), RequestIds.DEFAULT_FIELD, inbound.method(), inbound.path()));
    }

    /** Creates a mashup whose exchanges belong to {@code requestContext}, without topics. */
    public DefaultMashup(DefaultBroker broker, Inbound inbound, RequestContext requestContext) {
        this(broker, inbound, requestContext, new TopicSet(Epoch.next(), 0, broker.clock()));
    }

    /** As above, with topics. */
    public DefaultMashup(DefaultBroker broker, Inbound inbound, RequestContext requestContext, Topics topics) {
        this.broker = broker;
        this.topics = topics;
        this.inbound = inbound;
        this.requestContext = requestContext;
    }

    @Override
    public CompletionStage<Position> publish(String subject, @Nullable Object value) {
        return topics.publish(subject, value);
    }

    @Override
    public Inbound inbound() {
        return inbound;
    }

    /** The broker that executes the exchanges. */
    public DefaultBroker broker() {
        return broker;
    }

    /** {@inheritDoc} What is asked of partners from then on may depend on it, so that no other caller gets the response. */
    @Override
    public @Nullable Caller caller() {
        Caller known = caller;
        if (known != null) {
            requestContext = requestContext.ofCaller();
        }
        return known;
    }

    /** Returns whether the caller is known. */
    public boolean isCalled() {
        return caller != null;
    }

    /**
     * Sets who sends the inbound request; before it is composed.
     *
     * @param token that it has shown; null if it has shown something else
     * @param field in which it has shown that; null if that was no field
     */
    public void calledBy(Caller known, @Nullable String token, @Nullable String field) {
        caller = known;
        callerField = field;
        if (token != null) {
            requestContext = requestContext.withCallerToken(token);
        }
    }

    /** Sets the priority of its computations; before it is composed. */
    public void priority(Priority given) {
        priority = given;
    }

    /** Sets where it finds snapshots, by their names; before it is composed. */
    public void snapshots(Snapshots known) {
        snapshots = known;
    }

    @Override
    public CompletionStage<Snapshot> snapshot(String name) {
        return snapshots.snapshot(name);
    }

    private static CompletionStage<Snapshot> noSnapshot(String name) {
        throw new IllegalArgumentException(
                "there is no snapshot '%s'; expected a server with a mashup that has a schedule".formatted(name));
    }

    @Override
    public String requestId() {
        return requestContext.id();
    }

    /** Returns where the time of the inbound request goes; null if that does not count, as without a server. */
    public @Nullable RequestPhases phases() {
        return requestContext.phases();
    }

    /** Returns the id of its trace, recorded or not; null if there are no spans. */
    public @Nullable String traceId() {
        return requestContext.traceId();
    }

    // ---- Requests to partners. -----------------------------------------------------------------------------

    @Override
    public List<String> partners() {
        List<String> names = broker.partnerNames();
        if (names.isEmpty()) {
            throw new ProblemException(Status.SERVICE_UNAVAILABLE, "no partner is configured");
        }
        return names;
    }

    @Override
    public DefaultExchangeBuilder exchange(String partner) {
        outstanding.refuseIfOver();
        return broker.exchange(partner, owner).passOn(inbound::headers);
    }

    @Override
    public CompletionStage<Reply> stream(ExchangeBuilder exchange, String... fields) {
        BodyStream stream = new BodyStream(broker.pool(), new NamedFields(fields));
        exchange.listener(stream).streamed().start();
        return stream.reply();
    }

    @Override
    public PassedResponse pass(
            ExchangeBuilder exchange,
            IntPredicate statuses,
            BiFunction<? super Exchange, List<Header>, List<Header>> fields) {
        BodyStream stream = new BodyStream(broker.pool(), new AllFields(statuses, fields));
        return new PassedResponse(exchange.listener(stream).streamed().start(), stream.reply());
    }

    @Override
    public <T> CompletionStage<T> read(Exchange exchange, Format<T> format) {
        return exchange.response().thenCompose(response -> longWork().read(response, format));
    }

    @Override
    public @Nullable ExchangeBuilder follow(PartnerResponse response, @Nullable String link) {
        return link == null || link.isEmpty() ? null : Pages.follow(this, response, link);
    }

    @Override
    public CompletionStage<List<PartnerResponse>> pages(
            ExchangeBuilder first,
            int max,
            Function<? super PartnerResponse, ? extends @Nullable ExchangeBuilder> next) {
        return new Pages(this, max, next).start(first);
    }

    // ---- Joining. ---------------------------------------------------------------------------------------------------

    @Override
    public Merge merge() {
        return new DefaultMerge(this);
    }

    @Override
    public <I, T> CompletionStage<List<T>> each(
            Collection<? extends I> items,
            int concurrency,
            Function<? super I, ? extends CompletionStage<T>> function) {
        return new FanOut<I, T>(this, items, concurrency, function, false)
                .start()
                .thenApply(PartialResult::values);
    }

    @Override
    public <I, T> CompletionStage<PartialResult<T>> eachOptional(
            Collection<? extends I> items,
            int concurrency,
            Function<? super I, ? extends CompletionStage<T>> function) {
        return new FanOut<I, T>(this, items, concurrency, function, true).start();
    }

    @Override
    public <K, V> CompletionStage<Map<K, V>> batch(
            Collection<? extends K> keys,
            int max,
            int concurrency,
            Function<? super List<K>, ? extends CompletionStage<? extends Map<? extends K, ? extends V>>> function) {
        return Batches.of(this, keys, max, concurrency, function);
    }

    @Override
    public <T> CompletionStage<T> race(List<? extends Supplier<? extends CompletionStage<T>>> branches) {
        return new Race<T>(this, branches).start();
    }

    @Override
    public CompletionStage<PartnerResponse> race(Exchange... exchanges) {
        List<Exchange> all = List.of(exchanges);
        List<Supplier<CompletionStage<PartnerResponse>>> responses = new ArrayList<>(all.size());
        all.forEach(each -> responses.add(each::response));
        return new Race<>(this, responses).start().whenComplete((response, failure) -> all.forEach(Exchange::cancel));
    }

    // ---- Computing. -------------------------------------------------------------------------------------------------

    @Override
    public <T> CompletionStage<T> compute(Callable<? extends T> computation) {
        return SingleComputation.<T>of(broker.computations(), owner, false, computation)
                .begin();
    }

    @Override
    public <T> CompletionStage<T> computeInterruptibly(Callable<? extends T> computation) {
        return SingleComputation.<T>of(broker.computations(), owner, true, computation)
                .begin();
    }

    @Override
    public <I, T> CompletionStage<List<T>> computeAll(
            Collection<? extends I> items, int concurrency, Function<? super I, ? extends T> function) {
        outstanding.refuseIfOver();
        return new ComputedItems<I, T>(broker.computations(), owner, items, concurrency, function).begin();
    }

    /** Returns the threads that its code must run on in place of the calling one; null if it may run here. */
    ExecutionTarget.@Nullable OtherThreads otherThreads() {
        return requestContext.executionTarget().otherThreads();
    }

    /** Returns the way to threads for work that may take long, and is not code of the mashup. */
    public LongWork longWork() {
        return new LongWork(this, owner);
    }

    /**
     * Returns an executor for code of the mashup that runs on the pool's share for mashups whatever its placement is, with the context of
     * the calling thread; its time is that of the mashup.
     */
    public Executor codeOnShare() {
        BrokerPool pool = broker.pool();
        // A pool without a share has one thread, which the mashup may take as well.
        Executor threads = pool.quiescence().counting(pool.share().maxThreads() > 0 ? pool.share() : pool);
        Context context = Context.capture();
        return task ->
                threads.execute(() -> owner.begins(RequestPhase.COMPOSING).during(() -> context.run(task)));
    }

    // ---- For its execution. -----------------------------------------------------------------------------------

    @Override
    public List<Exchange> exchanges() {
        return outstanding.exchanges();
    }

    @Override
    public void replyField(String name, Supplier<@Nullable String> value) {
        lock.lock();
        try {
            Map<String, Supplier<@Nullable String>> all = new LinkedHashMap<>(replyFields);
            all.put(name, value);
            replyFields = Collections.unmodifiableMap(all);
        } finally {
            lock.unlock();
        }
    }

    /** Sets the fields that are added to the reply, as {@link #replyField} each of them; before the mashup is composed. */
    public void replyFields(Map<String, Supplier<@Nullable String>> fields) {
        replyFields = fields;
    }

    /** The header fields that are added to the reply. */
    public Map<String, Supplier<@Nullable String>> replyFields() {
        return replyFields;
    }

    @Override
    public void onReplied(Consumer<ReplyEnd> observer) {
        this.observer = observer;
    }

    /** Returns the names of the exchanges whose values the reply lacks: of those that have failed, where nothing knows better. */
    public List<String> missing() {
        return observer instanceof ReplyObserver known ? known.missing() : outstanding.failed();
    }

    /** The reply is out, or will never be. Before {@link #release()}. */
    public void replied(ReplyEnd end) {
        Consumer<ReplyEnd> registered = observer;
        if (registered == null) {
            return;
        }
        try {
            registered.accept(end);
        } catch (RuntimeException | Error x) {
            // The end of the request must go on.
            LOG.warn("an observer of a reply failed", x);
        }
    }

    /** Whether the reply is decided, so that nothing can be started any more. */
    public boolean isOver() {
        return outstanding.isOver();
    }

    /** {@link #cancel(Drop)} of a mashup whose reply is decided. */
    public void cancel() {
        cancel(Drop.OVER);
    }

    /** Cancels all exchanges in flight, and drops all computations; from now on the mashup is over and starts nothing more. */
    public void cancel(Drop cause) {
        outstanding.cancel(cause);
    }

    /** Releases the responses of all exchanges, because the reply has been sent. After {@link #cancel()}. */
    public void release() {
        outstanding.release();
    }

    /** Returns the time to the deadline in nanoseconds; the maximum if there is none. */
    public long nanosLeft() {
        long deadline = requestContext.deadlineNanos();
        return deadline == RequestContext.NO_DEADLINE
                ? Long.MAX_VALUE
                : Math.max(0, deadline - broker.clock().nanoTime());
    }

    /** The problem of a deadline that has passed; to be called before {@link #cancel()}. */
    public Problem expired(long deadlineMillis) {
        String detail = "no reply within the deadline of " + deadlineMillis + " ms";
        Exchange awaited = outstanding.awaited();
        return awaited == null
                ? Problem.of(Status.GATEWAY_TIMEOUT, detail)
                : new Problem(
                        Status.GATEWAY_TIMEOUT,
                        detail,
                        awaited.partner(),
                        awaited.state().label());
    }

    private final class Owner implements ExchangeOwner, ComputeOwner {

        /** That it is asked who the caller is changes only the partner, and not what that is asked: each has a cache of its own. */
        @Override
        public Sender sender() {
            return new InboundSender(inbound, caller, requestContext.id());
        }

        /** What has the caller's own credential may depend on the caller, whatever the response says. */
        @Override
        public RequestContext requestContext(boolean hasCredential) {
            return hasCredential && caller != null ? requestContext.ofCaller() : requestContext;
        }

        @Override
        public @Nullable String callerField() {
            return callerField;
        }

        /** Refused, the exchange is cancelled by its builder before it has started. */
        @Override
        public void starts(DefaultExchange exchange) {
            outstanding.add(exchange);
        }

        @Override
        public ExecutionTarget executionTarget() {
            return requestContext.executionTarget();
        }

        @Override
        public int rank() {
            return priority.rank();
        }

        @Override
        public void adds(Computation computation) {
            outstanding.add(computation);
        }

        @Override
        public void removes(Computation computation) {
            outstanding.remove(computation);
        }

        @Override
        public @Nullable RequestPhases phases() {
            return requestContext.phases();
        }

        @Override
        public ThreadLedger.Work begins(RequestPhase phase) {
            ThreadLedger.Work work = broker.ledger().inboundWork(executionTarget());
            RequestPhases phases = phases();
            return phases == null ? work : work.of(phase, phases);
        }
    }

    void add(Branches<?> begun) {
        outstanding.add(begun);
    }

    void remove(Branches<?> decided) {
        outstanding.remove(decided);
    }
}
