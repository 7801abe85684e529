package dev.medley.stubs;

import dev.medley.stubs.internal.endpoint.Body;
import dev.medley.stubs.internal.endpoint.EndpointRequest;
import dev.medley.stubs.internal.endpoint.Parameters;
import dev.medley.stubs.internal.endpoint.RejectedRequestException;
import dev.medley.stubs.internal.endpoint.StatsEndpoint;
import dev.medley.stubs.internal.endpoint.StubEndpoint;
import dev.medley.stubs.internal.endpoint.Traffic;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Counts each request, finds its endpoint, reads its body, lets its delay pass and has the reply written. Nothing in
 * here blocks: all waiting is by callback.
 */
final class StubHandler extends Handler.Abstract.NonBlocking {

    /** The longest delay, in milliseconds. */
    static final long MAX_DELAY = 600_000;

    private final Map<String, StubEndpoint> endpoints;
    private final DefinedAnswers answers;
    private final Recorder recorder;
    private final Traffic traffic;
    private final Delays delays;
    private final Slots slots;
    private final long usualDelay;
    private final Executor executor;

    /** Creates a handler that waits {@code usualDelay} milliseconds for requests without a delay of their own. */
    StubHandler(
            Map<String, StubEndpoint> endpoints,
            StubState state,
            Delays delays,
            Slots slots,
            long usualDelay,
            Executor executor) {
        this.endpoints = endpoints;
        this.answers = state.answers();
        this.recorder = state.recorder();
        this.traffic = state.traffic();
        this.delays = delays;
        this.slots = slots;
        this.usualDelay = usualDelay;
        this.executor = executor;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Target target = Target.of(path(request));
        StubEndpoint endpoint = endpoints.get(target.family());
        if (!target.family().equals(StatsEndpoint.NAME)) {
            traffic.arrived(endpoint == null ? Traffic.OTHER : target.family(), request.getMethod(), target.path());
            Request.addCompletionListener(request, failure -> traffic.answered());
        }
        PendingRequest exchange = new PendingRequest(request, response, callback, executor);
        slots.run(request, () -> work(exchange, target, endpoint));
        return true;
    }

    private void work(PendingRequest exchange, Target target, @Nullable StubEndpoint endpoint) {
        Request request = exchange.request();
        DefinedAnswers.Definition defined = answers.find(
                request.getMethod(), target.path(), request.getHttpURI().getQuery());
        if (defined != null) {
            RequestBodyReader.read(exchange, recorder.maxBody(), body -> answer(exchange, defined, body));
            return;
        }
        try {
            begin(exchange, target, endpoint);
        } catch (RejectedRequestException refusal) {
            record(exchange, Body.NONE);
            exchange.write(refusal.reply());
        }
    }

    /** Returns the path of a request, decoded; CONNECT has none. */
    static String path(Request request) {
        return Objects.requireNonNullElse(Request.getPathInContext(request), "");
    }

    /**
     * Returns a delay in milliseconds.
     *
     * @throws IllegalArgumentException unless it is from 0 to {@value MAX_DELAY} ms
     */
    static long requireDelay(Duration delay) {
        if (delay.isNegative() || delay.compareTo(Duration.ofMillis(MAX_DELAY)) > 0) {
            throw new IllegalArgumentException("delay is %s, but must be from 0 to %d ms".formatted(delay, MAX_DELAY));
        }
        return delay.toMillis();
    }

    private RecordedRequest record(PendingRequest exchange, Body body) {
        RecordedRequest recorded = new RecordedRequest(exchange.request(), body);
        recorder.add(recorded);
        return recorded;
    }

    private void answer(PendingRequest exchange, DefinedAnswers.Definition defined, Body body) {
        StubAnswer answer = defined.answer(record(exchange, body));
        StubMisbehaviour misbehaviour = answer.misbehaviour();
        Runnable write = misbehaviour == null
                ? () -> exchange.write(answer.response())
                : () -> new MisbehaviourWriter(exchange, delays).write(answer, misbehaviour);
        CompletionStage<?> release = answer.release();
        if (release == null) {
            delays.run(exchange, answer.delayMillis(), write);
        } else {
            delays.hold(exchange, release, () -> delays.run(exchange, answer.delayMillis(), write));
        }
    }

    private void begin(PendingRequest exchange, Target target, @Nullable StubEndpoint endpoint) {
        String method = exchange.request().getMethod();
        if (endpoint == null || endpoint.hasArgument() == target.argument().isEmpty()) {
            throw RejectedRequestException.notFound(answers.list(), method + " " + target.path());
        }
        if (!endpoint.methods().contains(method)) {
            throw RejectedRequestException.methodNotAllowed(method, endpoint.methods());
        }
        Parameters parameters = new Parameters(query(exchange.request()));
        StubEndpoint.Answer answer = endpoint.prepare(new EndpointRequest(
                method,
                target.argument(),
                parameters,
                exchange.request().getConnectionMetaData().getConnection().getEndPoint()));
        long delay = endpoint.hasDelay() ? parameters.number("delay", usualDelay, 0, MAX_DELAY, "milliseconds") : 0;
        parameters.requireNothingElse();
        if (StubEndpoint.READING.contains(method)) {
            record(exchange, Body.NONE);
            delays.run(exchange, delay, () -> exchange.write(answer.to(Body.NONE)));
        } else {
            RequestBodyReader.read(exchange, Math.max(recorder.maxBody(), endpoint.bodyBytes()), body -> {
                record(exchange, body);
                delays.run(exchange, delay, () -> exchange.write(answer.to(body)));
            });
        }
    }

    private static Fields query(Request request) {
        try {
            return Request.extractQueryParameters(request);
        } catch (HttpException.IllegalArgumentException | HttpException.IllegalStateException x) {
            throw RejectedRequestException.badRequest("the query must be UTF-8 in percent encoding");
        }
    }
}
