package dev.medley.stubs;

import java.util.Map;
import java.util.Objects;
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
    private final Traffic traffic;
    private final Delays delays;
    private final long usualDelay;
    private final Executor executor;

    /** Creates a handler that waits {@code usualDelay} milliseconds for requests without a delay of their own. */
    StubHandler(
            Map<String, StubEndpoint> endpoints, Traffic traffic, Delays delays, long usualDelay, Executor executor) {
        this.endpoints = endpoints;
        this.traffic = traffic;
        this.delays = delays;
        this.usualDelay = usualDelay;
        this.executor = executor;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        // CONNECT has no path.
        Target target = Target.of(Objects.requireNonNullElse(Request.getPathInContext(request), ""));
        StubEndpoint endpoint = endpoints.get(target.family());
        if (!target.family().equals(StatsEndpoint.NAME)) {
            traffic.arrived(endpoint == null ? Traffic.OTHER : target.family(), request.getMethod(), target.path());
            Request.addCompletionListener(request, failure -> traffic.answered());
        }
        PendingRequest exchange = new PendingRequest(request, response, callback, executor);
        try {
            begin(exchange, target, endpoint);
        } catch (RejectedRequestException refusal) {
            exchange.write(refusal.reply());
        }
        return true;
    }

    private void begin(PendingRequest exchange, Target target, @Nullable StubEndpoint endpoint) {
        String method = exchange.request().getMethod();
        if (endpoint == null || endpoint.hasArgument() == target.argument().isEmpty()) {
            throw RejectedRequestException.notFound(target.path());
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
            delays.run(exchange, delay, () -> exchange.write(answer.to(Body.NONE)));
        } else {
            RequestBodyReader.read(
                    exchange, body -> delays.run(exchange, delay, () -> exchange.write(answer.to(body))));
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
