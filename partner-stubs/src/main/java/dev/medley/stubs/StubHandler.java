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
 * here blocks: what has to be waited for calls back.
 */
final class StubHandler extends Handler.Abstract.NonBlocking {

    /** The longest delay, in milliseconds. */
    static final long MAX_DELAY = 600_000;

    private final Map<String, Endpoint> endpoints;
    private final Traffic traffic;
    private final Delays delays;
    private final long usualDelay;
    private final Executor executor;

    /** Creates a handler that waits {@code usualDelay} milliseconds where a request says nothing else. */
    StubHandler(Map<String, Endpoint> endpoints, Traffic traffic, Delays delays, long usualDelay, Executor executor) {
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
        Endpoint endpoint = endpoints.get(target.family());
        if (!target.family().equals(StatsEndpoint.NAME)) {
            traffic.arrived(endpoint == null ? Traffic.OTHER : target.family(), request.getMethod(), target.path());
            Request.addCompletionListener(request, failure -> traffic.answered());
        }
        Exchange exchange = new Exchange(request, response, callback, executor);
        try {
            begin(exchange, target, endpoint);
        } catch (Refusal refusal) {
            exchange.write(refusal.reply());
        }
        return true;
    }

    private void begin(Exchange exchange, Target target, @Nullable Endpoint endpoint) {
        String method = exchange.request().getMethod();
        if (endpoint == null || endpoint.hasArgument() == target.argument().isEmpty()) {
            throw Refusal.notFound(target.path());
        }
        if (!endpoint.methods().contains(method)) {
            throw Refusal.methodNotAllowed(method, endpoint.methods());
        }
        Parameters parameters = new Parameters(query(exchange.request()));
        Endpoint.Answer answer = endpoint.prepare(new Call(method, target.argument(), parameters));
        long delay = endpoint.hasDelay() ? parameters.number("delay", usualDelay, 0, MAX_DELAY, "milliseconds") : 0;
        parameters.requireNothingElse();
        if (Endpoint.READING.contains(method)) {
            delays.run(exchange, delay, () -> exchange.write(answer.to(Body.NONE)));
        } else {
            BodyReader.read(exchange, body -> delays.run(exchange, delay, () -> exchange.write(answer.to(body))));
        }
    }

    private static Fields query(Request request) {
        try {
            return Request.extractQueryParameters(request);
        } catch (HttpException.IllegalArgumentException | HttpException.IllegalStateException x) {
            throw Refusal.badRequest("the query must be UTF-8 in percent encoding");
        }
    }
}
