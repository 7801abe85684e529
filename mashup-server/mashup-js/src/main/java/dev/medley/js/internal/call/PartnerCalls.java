package dev.medley.js.internal.call;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.ResponseHead;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeBuilder;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.format.Format;
import dev.medley.json.Json;
import dev.medley.mashup.Problem;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.mashup.internal.MissingReason;
import dev.medley.server.internal.declared.value.Result;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.graalvm.polyglot.Value;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a run. Each is an exchange of the mashup; what comes of it is a task of the run's queue, which settles a promise. For turns,
 * unless a method says more.
 */
public final class PartnerCalls {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final DefaultMashup mashup;
    private final TaskQueue queue;
    /** The calls in their order; read by the thread that ends the reply. */
    private final Map<String, CallEnd> calls = new LinkedHashMap<>();

    private final List<@Nullable Exchange> exchanges = new ArrayList<>();
    private final List<PartnerResponse> responses = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    /** Creates calls of {@code mashup}, whose ends are tasks of {@code queue}. */
    public PartnerCalls(DefaultMashup mashup, TaskQueue queue) {
        this.mashup = mashup;
        this.queue = queue;
    }

    /** What came of a call: nothing, until one of both is there. */
    private static final class CallEnd {

        private final @Nullable Exchange exchange;
        private volatile boolean completed;
        private volatile @Nullable Throwable failure;

        CallEnd(@Nullable Exchange exchange) {
            this.exchange = exchange;
        }
    }

    // ---- The functions of the prelude. --------------------------------------------------------------------------

    /**
     * Begins a call.
     *
     * @return its number; a text if it is refused
     */
    public Object call(Value... arguments) {
        String refusal = queue.begins();
        if (refusal != null) {
            return refusal;
        }
        Value resolve = arguments[10];
        Value reject = arguments[11];
        try {
            CallRequest request = CallRequest.of(arguments);
            return begin(request, arguments[9], resolve, reject);
        } catch (RuntimeException x) {
            queue.ends();
            return String.valueOf(x.getMessage());
        }
    }

    private Object begin(CallRequest request, Value events, Value resolve, Value reject) {
        try {
            ExchangeBuilder builder = mashup.exchange(request.partner());
            request.addTo(builder);
            if (events.canExecute()) {
                builder.listener(new StateListener(events));
            }
            PageElements elements = request.kind().equals("page") ? PageElements.of(request.selectors()) : null;
            Exchange exchange = builder.start();
            CallEnd end = add(request.label(), exchange);
            exchanges.add(exchange);
            whenDone(read(exchange, request, elements), value -> resolve(value, request, resolve), end, reject);
            return exchanges.size() - 1;
        } catch (InvalidRequestException x) {
            // Values of the client may be to blame, so that it is no defect of the script.
            CallEnd end = add(request.label(), null);
            queue.add(() -> failed(x, end, reject));
            exchanges.add(null);
            return exchanges.size() - 1;
        }
    }

    /** Cancels a call. */
    public void cancel(int number) {
        Exchange exchange = exchanges.get(number);
        if (exchange != null) {
            exchange.cancel();
        }
    }

    /** Returns the text of a response. */
    public String text(int handle) {
        return handle < 0 ? "" : responses.get(handle).text();
    }

    /** Returns a response that a script passes on. */
    public PartnerResponse response(int handle) {
        return responses.get(handle);
    }

    /** Returns the failure of a number that a rejected promise has. */
    public Throwable failure(int number) {
        return failures.get(number);
    }

    /** Settles a promise by a stage of a text; by its failure otherwise. */
    public void settle(CompletionStage<String> stage, Value resolve, Value reject) {
        whenDone(stage, resolve::executeVoid, new CallEnd(null), reject);
    }

    // ---- Responses. ---------------------------------------------------------------------------------------------

    private synchronized CallEnd add(String label, @Nullable Exchange exchange) {
        CallEnd end = new CallEnd(exchange);
        calls.put(label, end);
        return end;
    }

    /** Returns a stage of what the promise gets: a text, null for no value, or the response. */
    private CompletionStage<? extends @Nullable Object> read(
            Exchange exchange, CallRequest request, @Nullable PageElements elements) {
        Format<?> format = request.format();
        if (format == null) {
            return exchange.response();
        }
        return mashup.read(exchange, format).thenApply(value -> textOf(value, exchange, elements));
    }

    private @Nullable String textOf(@Nullable Object value, Exchange exchange, @Nullable PageElements elements) {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        return elements != null && value instanceof Element page ? elements.json(page, exchange, mashup) : json(value);
    }

    private static String json(Object value) {
        Json document = value instanceof Json given ? given : Json.of(value);
        return new String(document.bytes(), StandardCharsets.UTF_8);
    }

    private void resolve(@Nullable Object value, CallRequest request, Value resolve) {
        if (!(value instanceof PartnerResponse response)) {
            resolve.executeVoid(value == null ? new Object[0] : new Object[] {value});
        } else if (request.kind().equals("json")) {
            String text = jsonOf(response);
            resolve.executeVoid(text == null ? new Object[0] : new Object[] {text});
        } else {
            responses.add(response);
            resolve.executeVoid(response.status(), fields(response.head().headers()), responses.size() - 1);
        }
    }

    /** Settles a promise within a turn. */
    private interface Resolving<T> {

        void resolve(T value);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nothing depends on it.
    private <T extends @Nullable Object> void whenDone(
            CompletionStage<T> stage, Resolving<T> resolving, CallEnd end, Value reject) {
        stage.whenComplete((value, failure) -> queue.add(() -> {
            if (failure != null) {
                failed(BrokerStage.unwrapped(failure), end, reject);
                return;
            }
            queue.ends();
            try {
                end.completed = true;
                resolving.resolve(value);
            } catch (ExchangeException x) {
                end.failure = x;
                reject(x, reject);
            }
        }));
    }

    /** The document; null if a status that is no success comes with none. */
    private static @Nullable String jsonOf(PartnerResponse response) {
        if (!response.isSuccess() && response.body().length == 0) {
            return null;
        }
        return new String(response.json().bytes(), StandardCharsets.UTF_8);
    }

    /** Returns header fields as a JSON array of names and values in turn. */
    public static String fields(List<Header> headers) {
        List<String> flat = new ArrayList<>();
        headers.forEach(each -> {
            flat.add(each.name());
            flat.add(each.value());
        });
        return json(flat);
    }

    // ---- Failures. ----------------------------------------------------------------------------------------------

    private void failed(Throwable failure, CallEnd end, Value reject) {
        queue.ends();
        end.failure = failure;
        reject(failure, reject);
    }

    private void reject(Throwable failure, Value reject) {
        failures.add(failure);
        Problem problem = Problem.of(failure);
        ExchangeException x = ExchangeException.of(failure);
        reject.executeVoid(
                failures.size() - 1,
                problem == null ? String.valueOf(failure.getMessage()) : problem.detail(),
                problem == null ? null : problem.partner(),
                x == null ? null : x.reason().label(),
                x == null ? 0 : x.status(),
                problem == null ? null : problem.phase(),
                MissingReason.of(failure));
    }

    // ---- The manifest. ------------------------------------------------------------------------------------------

    /**
     * Returns what came of each call, by its name. By any thread.
     *
     * @param failed whether the mashup has failed, with the calls that did
     */
    public synchronized Map<String, Result> results(boolean failed) {
        Map<String, Result> results = new LinkedHashMap<>();
        calls.forEach((name, end) -> results.put(name, result(end, failed)));
        return results;
    }

    /** Returns the names of calls that may have changed something at a partner, and that the reply did not wait for. By any thread. */
    public synchronized List<String> cutOff() {
        List<String> names = new ArrayList<>();
        calls.forEach((name, end) -> {
            Exchange exchange = end.exchange;
            if (exchange != null
                    && !end.completed
                    && !SAFE.contains(exchange.request().method())
                    && (exchange.outcome() == null || exchange.outcome() == Outcome.CANCELLED)) {
                names.add(name);
            }
        });
        return names;
    }

    private static Result result(CallEnd end, boolean failed) {
        Throwable failure = end.failure;
        if (failure != null) {
            String cause = String.valueOf(MissingReason.of(failure));
            return failed ? Result.failed(end.exchange, cause, failure) : Result.missing(end.exchange, cause, failure);
        }
        return end.completed || (end.exchange != null && end.exchange.outcome() == Outcome.COMPLETED)
                ? Result.completed(null, end.exchange)
                : Result.unfinished(end.exchange);
    }

    /** Tells an {@code XMLHttpRequest} of the states that come before the last one. */
    private final class StateListener implements ExchangeListener {

        private static final int HEADERS_RECEIVED = 2;
        private static final int LOADING = 3;

        private final Value states;

        StateListener(Value states) {
            this.states = states;
        }

        @Override
        public void onHeadersCompleted(Exchange exchange) {
            enter(exchange, HEADERS_RECEIVED);
        }

        @Override
        public void onBodyCompleted(Exchange exchange) {
            enter(exchange, LOADING);
        }

        private void enter(Exchange exchange, int state) {
            ResponseHead head = exchange.head();
            if (head != null) {
                queue.add(() -> states.executeVoid(state, head.status(), fields(head.headers())));
            }
        }
    }
}
