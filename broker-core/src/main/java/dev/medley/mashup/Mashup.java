package dev.medley.mashup;

import dev.medley.caller.Caller;
import dev.medley.connection.Header;
import dev.medley.connection.RequestBody;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeBuilder;
import dev.medley.exchange.PartnerResponse;
import dev.medley.format.Format;
import dev.medley.json.internal.NotADocument;
import dev.medley.topic.Position;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * The composition that answers one inbound request: the request, and the exchanges that were started for it.
 *
 * <p>Thread-safe.
 */
@JsonSerialize(using = NotADocument.class)
public abstract class Mashup {

    /** For the broker. */
    protected Mashup() {}

    /** The inbound request. */
    public abstract Inbound inbound();

    /**
     * The id of the inbound request: the trace-id of its {@code traceparent}, else the value of the field that
     * {@code server.request-id.field} names, else a new one. The MDC has it as {@code request-id}.
     */
    public abstract String requestId();

    /**
     * Who sends the inbound request; null if nobody known does, which {@code access} of the mashup refuses unless it is for anybody.
     */
    public abstract @Nullable Caller caller();

    /**
     * The parameter {@code name} of the query.
     *
     * @throws ProblemException with status 400 if there is none, or it is empty
     */
    public String parameter(String name) {
        String value = inbound().parameters().get(name);
        if (value == null || value.isEmpty()) {
            throw ProblemException.badRequest("the parameter " + name + " is missing");
        }
        return value;
    }

    /** All values of the parameter {@code name} of the query, in their order; empty if there is none. */
    public List<String> parameters(String name) {
        return inbound().parameters(name);
    }

    /** The parameter {@code name} of the query, or {@code defaultValue} if there is none. */
    public String parameter(String name, String defaultValue) {
        return inbound().parameters().getOrDefault(name, defaultValue);
    }

    /**
     * The parameter {@code name} of the query as a whole number from {@code min} to {@code max}.
     *
     * @throws ProblemException with status 400 if it is absent or anything else
     */
    public long number(String name, long min, long max) {
        return number(name, parameter(name), min, max);
    }

    /** As {@link #number(String, long, long)}; empty if there is none. */
    public OptionalLong optionalNumber(String name, long min, long max) {
        String value = inbound().parameters().get(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(number(name, value, min, max));
    }

    /**
     * The value of the path variable {@code name}, as {@link Inbound#path(String)}.
     *
     * @throws IllegalStateException if there is no such variable; the message lists the existing ones
     */
    public String path(String name) {
        return inbound().path(name);
    }

    /** The first value of the header field {@code name}, in any case, or null. */
    public @Nullable String header(String name) {
        return inbound().header(name);
    }

    /** The JSON document of the body as a value of {@code type}; 400 or 415 if it is not a JSON document, as {@link Inbound#body(Class)}. */
    public <T> CompletionStage<T> body(Class<T> type) {
        return inbound().body(type);
    }

    /** As {@link #body(Class)}, for a type with parameters. */
    public <T> CompletionStage<T> body(TypeReference<T> type) {
        return inbound().body(type);
    }

    /**
     * The last good reply of a mashup that runs by a schedule ({@code @MashupEvery}, or {@code every} of a declared one). Nothing is asked
     * of a partner. Before the first good run, the stage waits for the run in flight; if that fails, the stage fails with a
     * {@link ProblemException} of status 503.
     *
     * @param name the path of that mashup without its first slash
     * @throws IllegalArgumentException if no mashup with that path has a schedule; the message lists those that have
     */
    public abstract CompletionStage<Snapshot> snapshot(String name);

    /** The client's body whole, with its media type, to be sent to a partner, as {@link Inbound#requestBody()}. */
    public CompletionStage<RequestBody> requestBody() {
        return inbound().requestBody();
    }

    /**
     * The client's body, streamed to one partner and never buffered whole, as {@link Inbound#streamedBody()}:
     * {@code mashup.exchange("files").post("/files").body(mashup.streamedBody()).start()}.
     *
     * @throws IllegalStateException if the body has already been read
     */
    public RequestBody streamedBody() {
        return inbound().streamedBody();
    }

    /**
     * The names of all partners, in the order of the configuration.
     *
     * @throws ProblemException with status 503 if none is configured
     */
    public abstract List<String> partners();

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
     * Starts a GET of a body in a format other than JSON, such as {@link Format#XML}, and reads it. The stage fails with any other
     * answer. Its value is null if the response has none, as of a status 204.
     *
     * @param partner the partner's name
     * @param template path and query, as in {@link #get(String, String, Object...)}
     */
    public <T> CompletionStage<T> read(String partner, Format<T> format, String template, Object... values) {
        return read(exchange(partner).get(template, values).expect(format).start(), format);
    }

    /**
     * Reads the response to an exchange, as {@link PartnerResponse#read} does; a long one off the threads that others wait for.
     *
     * @return a stage that fails as the exchange does, or with an {@link dev.medley.exchange.ExchangeException} of reason
     *     {@code MALFORMED_BODY} if the body is not of the format, and of {@code PARTNER_FAULT} if it is a fault
     */
    public abstract <T> CompletionStage<T> read(Exchange exchange, Format<T> format);

    /**
     * Begins an exchange of any other kind. It is cancelled if it is in flight when the mashup is over.
     *
     * @throws IllegalStateException if the mashup is over; so does the builder's {@code start()}
     */
    public abstract ExchangeBuilder exchange(String partner);

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
    public abstract CompletionStage<Reply> stream(ExchangeBuilder exchange, String... fields);

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
    public abstract PassedResponse pass(
            ExchangeBuilder exchange,
            IntPredicate statuses,
            BiFunction<? super Exchange, List<Header>, List<Header>> fields);

    /**
     * Begins an exchange that follows a link of a response: a GET to the same partner, with the header fields of the response's request,
     * which completes with the same statuses.
     * A link is absolute, or relative to the URL of that request: {@code response.head().link("next")}, or a value of the body.
     *
     * @param link null or empty for none
     * @return null without a link
     * @throws ProblemException with status 502 if the link leads away from the partner: to another scheme, host or port than those of
     *     its URL and endpoints, or from the path of its URL
     * @throws IllegalStateException if the mashup is over
     */
    public abstract @Nullable ExchangeBuilder follow(PartnerResponse response, @Nullable String link);

    /**
     * Reads a list in pages, one after another. The stage fails as the exchange of a page does, and with a {@link ProblemException} with
     * status 502 if a page without a body is asked for twice, or all pages have more bytes than {@code limits.max-body} of the partner.
     *
     * @param first exchange of the first page, not started
     * @param max number of pages that are read at most, at least 1
     * @param next returns the exchange of the page after the given one, not started, such as that of {@link #follow}; null after the last
     *     page. Called by a broker thread, must not block; not for the page that is the last by {@code max}
     * @return a stage of the responses, at least one
     */
    public abstract CompletionStage<List<PartnerResponse>> pages(
            ExchangeBuilder first,
            int max,
            Function<? super PartnerResponse, ? extends @Nullable ExchangeBuilder> next);

    /** Begins a merge of several documents. */
    public abstract Merge merge();

    /**
     * The values of {@code function} for each of {@code items}, in their order. The first failure fails the result, cancels
     * the exchanges of the items in flight, and prevents further items from starting.
     *
     * @param concurrency maximum number of items in flight: the next one starts when the stage of one is complete
     * @param function called by the calling thread, and by the threads that complete stages: it must not block
     * @throws IllegalArgumentException if {@code concurrency} is less than 1
     * @throws IllegalStateException if the mashup is over
     */
    public abstract <I, T> CompletionStage<List<T>> each(
            Collection<? extends I> items, int concurrency, Function<? super I, ? extends CompletionStage<T>> function);

    /**
     * As {@link #each}, but items that fail are missing in the result. A failure that would not be missing in a
     * {@link Merge}, such as a defect of the function, fails the result.
     */
    public abstract <I, T> CompletionStage<PartialResult<T>> eachOptional(
            Collection<? extends I> items, int concurrency, Function<? super I, ? extends CompletionStage<T>> function);

    /**
     * The values of many keys, by few calls: {@code function} is called for up to {@code max} different keys at a time, as
     * {@link #each} calls a function for each item.
     *
     * @param max number of keys of one call, at least 1
     * @param concurrency maximum number of calls in flight
     * @param function returns the values of some keys by their keys; a key may be without a value
     * @return a stage of the values that there are, by their keys, in the order of {@code keys}
     * @throws IllegalArgumentException if {@code max} or {@code concurrency} is less than 1
     * @throws IllegalStateException if the mashup is over
     */
    public abstract <K, V> CompletionStage<Map<K, V>> batch(
            Collection<? extends K> keys,
            int max,
            int concurrency,
            Function<? super List<K>, ? extends CompletionStage<? extends Map<? extends K, ? extends V>>> function);

    /**
     * The first value of several branches, which are started at once; the exchanges of the others are cancelled. If all
     * fail, the result fails with the first failure, which has the others as suppressed exceptions. A failure that would
     * not be missing in a {@link Merge} fails the result immediately.
     *
     * @throws IllegalArgumentException if there is none
     * @throws IllegalStateException if the mashup is over
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // The list is a copy.
    public final <T> CompletionStage<T> race(Supplier<? extends CompletionStage<T>>... branches) {
        return race(List.of(branches));
    }

    /** As {@link #race(Supplier...)}. */
    public abstract <T> CompletionStage<T> race(List<? extends Supplier<? extends CompletionStage<T>>> branches);

    /** The first response of several exchanges, as in {@link #race(Supplier...)}; the others are cancelled. */
    public abstract CompletionStage<PartnerResponse> race(Exchange... exchanges);

    /**
     * Computes a value off the threads that others wait for: parsing, sorting, compressing, rendering. The computation waits for
     * a thread of the pool's share for mashups, or in {@code virtual} for a virtual one. It precedes those of lower priority, and
     * begins only if the mashup needs it: not once the deadline has passed, the client has left or the reply is decided. If the
     * mashup ends while it runs, it runs to its end, for nothing.
     *
     * <p>The result fails with what {@code computation} throws, or with a {@link ProblemException} with status 503 if
     * {@code server.compute.max-queued} computations wait.
     *
     * @param computation called once by a thread of the pool, or a virtual one, with the context of the calling thread. It must
     *     not block: as many compute at a time as there are processors, on virtual threads one less, but at least one
     * @throws IllegalStateException if the mashup is over, or the server has no thread for computations
     */
    public abstract <T> CompletionStage<T> compute(Callable<? extends T> computation);

    /**
     * As {@link #compute}, for a computation that ends early when its thread is interrupted. It is interrupted when nobody needs its
     * value any more: the mashup is over, the stage was cancelled, or another branch of a {@link #race(Supplier...)} has won. A long
     * loop asks {@link Thread#interrupted()} now and then.
     */
    public abstract <T> CompletionStage<T> computeInterruptibly(Callable<? extends T> computation);

    /**
     * The values of {@code function} for each of {@code items}, in their order, as {@link #compute} computes each of them. A thread
     * computes many small items one after another, and lets other computations of no lower priority go on after some
     * milliseconds. The first failure fails the result, and no further item begins.
     *
     * @param concurrency maximum number of items at a time; as many computations are queued, or fewer if the queue is full
     * @param function called by several threads at a time, each as in {@link #compute}
     * @throws IllegalArgumentException if {@code concurrency} is less than 1
     * @throws IllegalStateException as {@link #compute}
     */
    public abstract <I, T> CompletionStage<List<T>> computeAll(
            Collection<? extends I> items, int concurrency, Function<? super I, ? extends T> function);

    /**
     * Publishes a message to a topic of this server. Does not block. The stage belongs to no exchange: compose the reply with it, to reply
     * once the message is in the log.
     *
     * @param subject whose first token is the name of its topic
     * @param value the message: any value that has a JSON form
     * @return the position of the message
     * @throws dev.medley.topic.PublicationException if there is no such topic, the subject is malformed, or the message is too large
     */
    public abstract CompletionStage<Position> publish(String subject, @Nullable Object value);

    /** The exchanges that were started, the first one first. */
    public abstract List<Exchange> exchanges();

    /**
     * Adds a header field to any reply: that of the mashup, or a problem such as a passed deadline.
     *
     * @param value called when the head of the reply is written, by any thread; must not block. Null for no field
     */
    public abstract void replyField(String name, Supplier<@Nullable String> value);

    /**
     * Sets the observer of the end of the reply, whether that is the mashup's or a problem. A second call replaces the first one.
     *
     * @param observer called once, by any thread; must not block. Its exceptions are logged
     */
    public abstract void onReplied(Consumer<ReplyEnd> observer);

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
