package dev.medley.mashup;

import dev.medley.exchange.Broker;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeBuilder;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The composition that answers one inbound request: what was asked, and the exchanges that were started for it.
 *
 * <p>Thread-safe.
 */
public final class Mashup {

    private final Broker broker;
    private final Inbound inbound;
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private volatile boolean over;

    /** A mashup that answers {@code inbound} with what the partners of {@code broker} say. */
    public Mashup(Broker broker, Inbound inbound) {
        this.broker = broker;
        this.inbound = inbound;
    }

    /** The inbound request. */
    public Inbound inbound() {
        return inbound;
    }

    /** The broker that carries the exchanges out. */
    public Broker broker() {
        return broker;
    }

    // ---- What was asked. ---------------------------------------------------------------------------------------

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

    /** The parameter {@code name} of the query, or {@code absent} if there is none. */
    public String parameter(String name, String absent) {
        return inbound.parameters().getOrDefault(name, absent);
    }

    /**
     * The parameter {@code name} of the query as a whole number from {@code least} to {@code most}.
     *
     * @throws ProblemException with status 400 if it is absent or anything else
     */
    public long number(String name, long least, long most) {
        return number(name, parameter(name), least, most);
    }

    /** As {@link #number(String, long, long)}, or {@code absent} if there is none. */
    public long number(String name, long least, long most, long absent) {
        String value = inbound.parameters().get(name);
        return value == null ? absent : number(name, value, least, most);
    }

    // ---- What is asked of partners. -----------------------------------------------------------------------------

    /**
     * Starts a GET of a JSON document. It fails with any other answer.
     *
     * @param partner the partner's name
     * @param template path and query, in which each {@code {placeholder}} stands for the next of {@code values}
     */
    public Exchange get(String partner, String template, Object... values) {
        return exchange(partner).get(template, values).expectJson().start();
    }

    /** Begins an exchange of any other kind. It is cancelled if it goes on when the mashup is over. */
    public ExchangeBuilder exchange(String partner) {
        return broker.exchange(partner, this::add);
    }

    /** Passes the body of one partner through as it comes, never holding it whole. */
    public CompletionStage<Reply> stream(String partner, String template, Object... values) {
        BodyStream stream = new BodyStream();
        exchange(partner).get(template, values).listener(stream).streamed().start();
        return stream.reply();
    }

    /** Begins a merge of several documents. */
    public Merge merge() {
        return new Merge();
    }

    // ---- For whoever runs it. -----------------------------------------------------------------------------------

    /** The exchanges that were started, the first one first. */
    public List<Exchange> exchanges() {
        return exchanges;
    }

    /** Ends all exchanges that still go on; those that are started later end at once. */
    public void cancel() {
        over = true;
        exchanges.forEach(Exchange::cancel);
    }

    /** The problem that the passing of the deadline is, told before {@link #cancel()}. */
    public Problem expired(long deadlineMillis) {
        return Problem.expired(deadlineMillis, awaited());
    }

    private void add(Exchange exchange) {
        exchanges.add(exchange);
        if (over) {
            exchange.cancel();
        }
    }

    private @Nullable Exchange awaited() {
        return exchanges.stream()
                .filter(exchange -> !exchange.state().isEnd())
                .findFirst()
                .orElse(null);
    }

    private static long number(String name, String value, long least, long most) {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException x) {
            // Told below, as a number out of bounds is.
        }
        throw ProblemException.badRequest(
                "the parameter %s is '%s', expected a whole number from %d to %d".formatted(name, value, least, most));
    }
}
