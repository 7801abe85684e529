package dev.medley.mashup;

import dev.medley.connection.Header;
import dev.medley.connection.RequestBody;
import dev.medley.context.RequestIds;
import dev.medley.exchange.Broker;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeBuilder;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.RequestContext;
import dev.medley.json.NotADocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * The composition that answers one inbound request: the request, and the exchanges that were started for it.
 *
 * <p>Thread-safe.
 */
@JsonSerialize(using = NotADocument.class)
public final class Mashup {

    private static final Logger LOG = LoggerFactory.getLogger(Mashup.class);
    private static final String OVER = "the mashup is over, its reply is decided: it cannot start an exchange";

    private final Broker broker;
    private final Inbound inbound;
    private final RequestContext requestContext;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Exchange> started = new ArrayList<>();
    private volatile Map<String, Supplier<@Nullable String>> replyFields = Map.of();
    private volatile @Nullable Consumer<ReplyEnd> observer;
    private Set<Branches<?>> branches = Set.of();
    private boolean over;

    /** Creates a mashup that answers {@code inbound} from the responses of {@code broker}'s partners. */
    public Mashup(Broker broker, Inbound inbound) {
        this(
                broker,
                inbound,
                RequestContext.of(RequestIds.create(), RequestIds.DEFAULT_FIELD, inbound.method(), inbound.path()));
    }

    /** Creates a mashup whose exchanges belong to {@code requestContext}. */
    public Mashup(Broker broker, Inbound inbound, RequestContext requestContext) {
        this.broker = broker;
        this.inbound = inbound;
        this.requestContext = requestContext;
    }

    /** The inbound request. */
    public Inbound inbound() {
        return inbound;
    }

    /** The broker that executes the exchanges. */
    public Broker broker() {
        return broker;
    }

    /**
     * The id of the inbound request: the trace-id of its {@code traceparent}, else the value of the field that
     * {@code server.request-id.field} names, else a new one. The MDC has it as {@code request-id}.
     */
    public String requestId() {
        return requestContext.id();
    }

    // ---- The inbound request. ---------------------------------------------------------------------------------------

    /**
     * The parameter {@code name} of the query.
     *
     * @throws ProblemException with status 400 if there is none, or it is empty
     */
    public String parameter(String name) {
        String value = inbound.parameters().get(name);
        if (value == null || value.isEmpty()) {
            throw ProblemException.badRequest("the parameter " + name + " is missing");
        }
        return value;
    }

    /** All values of the parameter {@code name} of the query, in their order; empty if there is none. */
    public List<String> parameters(String name) {
        return inbound.parameters(name);
    }

    /** The parameter {@code name} of the query, or {@code defaultValue} if there is none. */
    public String parameter(String name, String defaultValue) {
        return inbound.parameters().getOrDefault(name, defaultValue);
    }

    /**
     * The parameter {@code name} of the query as a whole number from {@code min} to {@code max}.
     *
     * @throws ProblemException with status 400 if it is absent or anything else
     */
    public long number(String name, long min, long max) {
        return number(name, parameter(name), min, max);
    }

    /** As {@link #number(String, long, long)}, or {@code defaultValue} if there is none. */
    public long number(String name, long min, long max, long defaultValue) {
        String value = inbound.parameters().get(name);
        return value == null ? defaultValue : number(name, value, min, max);
    }

    /**
     * The value of the path variable {@code name}, as {@link Inbound#path(String)}.
     *
     * @throws IllegalStateException if there is no such variable; the message lists the existing ones
     */
    public String path(String name) {
        return inbound.path(name);
    }

    /** The first value of the header field {@code name}, in any case, or null. */
    public @Nullable String header(String name) {
        return inbound.header(name);
    }

    /** The JSON document of the body as a value of {@code type}; 400 or 415 if it is not a JSON document, as {@link Inbound#body(Class)}. */
    public <T> CompletionStage<T> body(Class<T> type) {
        return inbound.body(type);
    }

    /** As {@link #body(Class)}, for a type with parameters. */
    public <T> CompletionStage<T> body(TypeReference<T> type) {
        return inbound.body(type);
    }

    /** The client's body whole, with its media type, to be sent to a partner, as {@link Inbound#requestBody()}. */
    public CompletionStage<RequestBody> requestBody() {
        return inbound.requestBody();
    }

    /**
     * The client's body, streamed to one partner and never buffered whole, as {@link Inbound#streamedBody()}:
     * {@code mashup.exchange("files").post(mashup.streamedBody(), "/files").start()}.
     *
     * @throws IllegalStateException if the body has already been read
     */
    public RequestBody streamedBody() {
        return inbound.streamedBody();
    }

    // ---- Requests to partners. -----------------------------------------------------------------------------

    /**
     * The names of all partners, in the order of the configuration.
     *
     * @throws ProblemException with status 503 if none is configured
     */
    public List<String> partners() {
        List<String> names = broker.partnerNames();
        if (names.isEmpty()) {
            throw new ProblemException(Status.SERVICE_UNAVAILABLE, "no partner is configured");
        }
        return names;
    }

    /**
     * Starts a GET of a JSON document. It fails with any other answer.
     *
     * @param partner the partner's name
     * @param template path and query, in which the next of {@code values} replaces each {@code {placeholder}}
     * @throws dev.medley.connection.InvalidRequestException if no partner can be sent such a request; unless it is caught, the
     *     client gets 400 or 414
     * @throws IllegalStateException if the mashup is over
     */
    public Exchange get(String partner, String template, Object... values) {
        return exchange(partner).get(template, values).expectJson().start();
    }

    /** As {@link #get(String, String, Object...)}, with its own time-out; a shorter time-out of the partner applies. */
    public Exchange get(String partner, Duration timeout, String template, Object... values) {
        return exchange(partner)
                .get(template, values)
                .timeout(timeout)
                .expectJson()
                .start();
    }

    /**
     * Begins an exchange of any other kind. It is cancelled if it is in flight when the mashup is over.
     *
     * @throws IllegalStateException if the mashup is over; so does the builder's {@code start()}
     */
    public ExchangeBuilder exchange(String partner) {
        refuseIfOver();
        return broker.exchange(partner, this::add)
                .requestContext(requestContext)
                .passOn(inbound::headers);
    }

    /** Streams the body of one partner into the reply and never buffers it whole. A redirect of the partner is a 502. */
    public CompletionStage<Reply> stream(String partner, String template, Object... values) {
        return stream(exchange(partner).get(template, values));
    }

    /**
     * Streams the body of the response to an exchange into the reply, with the fields of these names. Media type and content
     * coding are passed on in any case, and with a 206 {@code Content-Range}. A redirect is a 502, unless {@code Location} is named.
     *
     * @param exchange of {@link #exchange}, without a listener; it is started here
     * @throws IllegalArgumentException if a field belongs to the connection or is derived from the body
     * @throws IllegalStateException if the mashup is over
     */
    public CompletionStage<Reply> stream(ExchangeBuilder exchange, String... fields) {
        BodyStream stream = new BodyStream(broker.pool(), new NamedFields(fields));
        exchange.listener(stream).streamed().start();
        return stream.reply();
    }

    /**
     * Passes the response to an exchange on unchanged: its status, media type, body and header fields. The body is never buffered
     * whole. Not passed on are the fields of the connection, {@code Server} and {@code Alt-Svc}. Set {@code Accept-Encoding}
     * on the exchange. Otherwise its body may arrive decompressed, with fields that describe the compressed body.
     *
     * @param exchange of {@link #exchange}, without a listener; it is started here
     * @param statuses that are passed on; with any other one the reply fails
     * @param fields returns the fields of the reply for those of the response to the exchange, without those that follow from type and body;
     *     called by a broker thread, must not block
     * @throws IllegalStateException if the mashup is over
     */
    public PassedResponse pass(
            ExchangeBuilder exchange,
            IntPredicate statuses,
            BiFunction<? super Exchange, List<Header>, List<Header>> fields) {
        BodyStream stream = new BodyStream(broker.pool(), new AllFields(statuses, fields));
        return new PassedResponse(exchange.listener(stream).streamed().start(), stream.reply());
    }

    // ---- Joining. ---------------------------------------------------------------------------------------------------

    /** Begins a merge of several documents. */
    public Merge merge() {
        return new Merge(broker.pool());
    }

    /**
     * The values of {@code function} for each of {@code items}, in their order. The first failure fails the result, cancels
     * the exchanges of the items in flight, and prevents further items from starting.
     *
     * @param concurrency maximum number of items in flight: the next one starts when the stage of one is complete
     * @param function called by the calling thread, and by the threads that complete stages: it must not block
     * @throws IllegalArgumentException if {@code concurrency} is less than 1
     * @throws IllegalStateException if the mashup is over
     */
    public <I, T> CompletionStage<List<T>> each(
            Collection<? extends I> items,
            int concurrency,
            Function<? super I, ? extends CompletionStage<T>> function) {
        return new FanOut<I, T>(this, items, concurrency, function, false)
                .start()
                .thenApply(PartialResult::values);
    }

    /**
     * As {@link #each}, but items that fail are missing in the result. A failure that would not be missing in a
     * {@link Merge}, such as a defect of the function, fails the result.
     */
    public <I, T> CompletionStage<PartialResult<T>> eachOptional(
            Collection<? extends I> items,
            int concurrency,
            Function<? super I, ? extends CompletionStage<T>> function) {
        return new FanOut<I, T>(this, items, concurrency, function, true).start();
    }

    /**
     * The first value of several branches, which are started at once; the exchanges of the others are cancelled. If all
     * fail, the result fails with the first failure, which has the others as suppressed exceptions. A failure that would
     * not be missing in a {@link Merge} fails the result immediately.
     *
     * @throws IllegalArgumentException if there is none
     * @throws IllegalStateException if the mashup is over
     */
    @SafeVarargs
    public final <T> CompletionStage<T> race(Supplier<? extends CompletionStage<T>>... branches) {
        List<Supplier<? extends CompletionStage<T>>> all = new ArrayList<>();
        for (Supplier<? extends CompletionStage<T>> branch : branches) {
            all.add(branch);
        }
        return new Race<T>(this, all).start();
    }

    /** The first response of several exchanges, as in {@link #race(Supplier...)}; the others are cancelled. */
    public CompletionStage<PartnerResponse> race(Exchange... exchanges) {
        List<Exchange> all = List.of(exchanges);
        return new Race<PartnerResponse>(
                        this, all.stream().map(Mashup::response).toList())
                .start()
                .whenComplete((response, failure) -> all.forEach(Exchange::cancel));
    }

    private static Supplier<CompletionStage<PartnerResponse>> response(Exchange exchange) {
        return exchange::response;
    }

    // ---- For its execution. -----------------------------------------------------------------------------------

    /** The exchanges that were started, the first one first. */
    public List<Exchange> exchanges() {
        lock.lock();
        try {
            return over ? Collections.unmodifiableList(started) : List.copyOf(started);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a header field to any reply: that of the mashup, or a problem such as a passed deadline.
     *
     * @param value called when the head of the reply is written, by any thread; must not block. Null for no field
     */
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

    /** The header fields that are added to the reply. */
    public Map<String, Supplier<@Nullable String>> replyFields() {
        return replyFields;
    }

    /**
     * Sets the observer of the end of the reply, whether that is the mashup's or a problem. A second call replaces the first one.
     *
     * @param observer called once, by any thread; must not block. Its exceptions are logged
     */
    public void onReplied(Consumer<ReplyEnd> observer) {
        this.observer = observer;
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

    /** Whether the reply is decided, so that no exchange can be started any more. */
    public boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    /** Cancels all exchanges in flight; from now on the mashup is over and starts no other. */
    public void cancel() {
        List<Exchange> toEnd;
        List<Branches<?>> undecided;
        lock.lock();
        try {
            over = true;
            // From now on none is added.
            toEnd = started;
            undecided = List.copyOf(branches);
        } finally {
            lock.unlock();
        }
        undecided.forEach(Branches::cancel);
        toEnd.forEach(Exchange::cancel);
    }

    /** Releases the responses of all exchanges, because the reply has been sent. After {@link #cancel()}. */
    public void release() {
        exchanges().forEach(Exchange::release);
    }

    /** The problem of a deadline that has passed; to be called before {@link #cancel()}. */
    public Problem expired(long deadlineMillis) {
        return Problem.expired(deadlineMillis, awaited());
    }

    /** Refused, the exchange is cancelled by its builder before it has started. */
    private void add(Exchange exchange) {
        lock.lock();
        try {
            if (over) {
                throw new IllegalStateException(OVER);
            }
            started.add(exchange);
        } finally {
            lock.unlock();
        }
    }

    void add(Branches<?> begun) {
        lock.lock();
        try {
            if (over) {
                throw new IllegalStateException(OVER);
            }
            branches = branches.isEmpty() ? new HashSet<>() : branches;
            branches.add(begun);
        } finally {
            lock.unlock();
        }
    }

    void remove(Branches<?> decided) {
        lock.lock();
        try {
            branches.remove(decided);
        } finally {
            lock.unlock();
        }
    }

    private void refuseIfOver() {
        lock.lock();
        try {
            if (over) {
                throw new IllegalStateException(OVER);
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Exchange awaited() {
        return exchanges().stream()
                .filter(exchange -> !exchange.isInternal() && !exchange.state().isEnd())
                .findFirst()
                .orElse(null);
    }

    private static long number(String name, String value, long min, long max) {
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException x) {
            // Refused below, as a number out of bounds is.
        }
        throw ProblemException.badRequest(
                "the parameter %s is '%s', expected a whole number from %d to %d".formatted(name, value, min, max));
    }
}
