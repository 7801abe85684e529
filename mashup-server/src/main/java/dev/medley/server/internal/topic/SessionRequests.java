package dev.medley.server.internal.topic;

import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.server.internal.inbound.SessionRequest;
import dev.medley.server.internal.topic.websocket.Handshake;
import dev.medley.servlet.internal.inbound.TopicUse;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParsers;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.topic.internal.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;

/** Begins sessions that requests ask for: event streams, polls and WebSockets. Thread-safe. */
final class SessionRequests {

    private static final Duration LONGEST_POLL = Duration.ofSeconds(30);

    private final TopicSessions sessions;
    private final SessionLimits limits;
    private final BrokerPool pool;

    SessionRequests(TopicSessions sessions, SessionLimits limits, BrokerPool pool) {
        this.sessions = sessions;
        this.limits = limits;
        this.pool = pool;
    }

    void stream(String subject, TopicAccess access, Request request, Response response, Callback callback) {
        TopicRequest asked = access.request();
        String position = request.getHeaders().get("Last-Event-ID");
        if (position == null) {
            // A browser cannot set the field for its first request.
            position = asked.parameter("lastEventID");
        }
        Subscriptions wanted = Subscriptions.of(access.entitlements(), subject, asked.parameters("subject"), position);
        SessionRequest.mark(request);
        request.addIdleTimeoutListener(timeout -> false);
        access.maySubscribe(wanted.patterns()).whenComplete((permitted, failure) -> {
            try {
                if (failure != null) {
                    throw failure;
                }
                begin(wanted, access, request, response, callback);
            } catch (Throwable x) {
                TopicsHandler.refuse(x, request, response, callback);
            }
        });
    }

    private void begin(
            Subscriptions wanted, TopicAccess access, Request request, Response response, Callback callback) {
        SessionLimits.Share share = share(access, wanted.wanted().size());
        EventStream stream = new EventStream(sessions, sessions.dispatcher(), access, share, response, callback);
        request.addFailureListener(stream::failed);
        stream.session().dispatcher().run(() -> {
            List<Subscription> begun = new ArrayList<>();
            try {
                for (Subscriptions.Wanted each : wanted.wanted()) {
                    begun.add(each.in(stream.session()));
                }
            } catch (ProblemException x) {
                stream.session().close();
                share.close();
                TopicsHandler.refuse(x, request, response, callback);
                return;
            }
            TopicUse use = use(request);
            use.session(stream.session()::collected);
            use.begun(NanoTime.now());
            response.setStatus(Status.OK);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            // Nginx would collect the events.
            response.getHeaders().put("X-Accel-Buffering", "no");
            stream.begin(begun);
        });
    }

    private SessionLimits.Share share(TopicAccess access, int subscriptions) {
        return limits.begin(access.request().remoteAddress(), access.caller(), subscriptions);
    }

    void poll(String subject, TopicAccess access, Request request, Response response, Callback callback) {
        TopicRequest asked = access.request();
        Subscriptions wanted = Subscriptions.of(access.entitlements(), subject, List.of(), asked.parameter("after"));
        long wait = wait(asked.parameter("wait"));
        request.addIdleTimeoutListener(timeout -> false);
        access.maySubscribe(wanted.patterns()).whenComplete((permitted, failure) -> {
            try {
                if (failure != null) {
                    throw failure;
                }
                begin(wanted.wanted().get(0), wait, access, request, response, callback);
            } catch (Throwable x) {
                TopicsHandler.refuse(x, request, response, callback);
            }
        });
    }

    private void begin(
            Subscriptions.Wanted wanted,
            long wait,
            TopicAccess access,
            Request request,
            Response response,
            Callback callback) {
        TopicPoll poll = new TopicPoll(
                sessions.dispatcher(), share(access, 1), reply -> TopicsHandler.reply(reply, response, callback));
        request.addFailureListener(failure -> {
            poll.cancel();
            callback.failed(failure);
        });
        poll.session().dispatcher().run(() -> {
            use(request).begun(NanoTime.now());
            try {
                poll.begin(wanted, sessions.clock(), wait);
            } catch (ProblemException x) {
                poll.cancel();
                TopicsHandler.refuse(x, request, response, callback);
            }
        });
    }

    private static long wait(@Nullable String text) {
        if (text == null) {
            return LONGEST_POLL.toNanos();
        }
        try {
            Duration wait = ValueParsers.durationOrZero().parse(text);
            return Math.min(wait.toNanos(), LONGEST_POLL.toNanos());
        } catch (InvalidValueException x) {
            throw TopicsHandler.problem(Status.BAD_REQUEST, "the parameter wait " + x.getMessage());
        }
    }

    void upgrade(TopicAccess access, Request request, Response response, Callback callback) {
        String fault = Handshake.faultOf(request);
        if (fault != null) {
            throw TopicsHandler.problem(Status.BAD_REQUEST, fault);
        }
        boolean http2 = Handshake.isOverHttp2(request);
        EndPoint endPoint = http2
                ? request.getTunnelSupport().getEndPoint()
                : request.getConnectionMetaData().getConnection().getEndPoint();
        AccessCheck check = new AccessCheck(access, sessions.clock().nanoTime());
        SocketProtocol protocol = new SocketProtocol(check, share(access, 0));
        WebSocketSession socket =
                new WebSocketSession(sessions, sessions.dispatcher(), protocol, endPoint, pool, pool.buffers());
        SessionRequest.mark(request);
        TopicUse use = use(request);
        use.session(socket.session()::collected);
        use.outlivesRequest(socket::getBytesOut);
        use.begun(NanoTime.now());
        socket.onEnd(use::over);
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, socket);
        if (http2) {
            response.setStatus(Status.OK);
        } else {
            response.setStatus(HttpStatus.SWITCHING_PROTOCOLS_101);
            response.getHeaders().put(HttpHeader.UPGRADE, "websocket");
            response.getHeaders().put(HttpHeader.CONNECTION, "Upgrade");
            response.getHeaders()
                    .put(
                            HttpHeader.SEC_WEBSOCKET_ACCEPT,
                            Handshake.accept(String.valueOf(request.getHeaders().get(HttpHeader.SEC_WEBSOCKET_KEY))));
        }
        response.write(true, null, Callback.from(callback, (Throwable failure) -> {
            if (failure != null) {
                // There is no connection that would close it.
                protocol.close();
                use.over();
            }
        }));
    }

    private static TopicUse use(Request request) {
        return (TopicUse) Objects.requireNonNull(request.getAttribute(TopicUse.ATTRIBUTE));
    }
}
