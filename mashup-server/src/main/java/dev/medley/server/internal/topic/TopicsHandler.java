package dev.medley.server.internal.topic;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.connection.Header;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.inbound.SessionRequest;
import dev.medley.server.internal.topic.websocket.Handshake;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.inbound.TopicUse;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParsers;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.topic.internal.Dispatcher;
import dev.medley.topic.internal.Subscription;
import dev.medley.topic.internal.TopicSet;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Serves topics below {@value #PATH}, and passes other requests on: event streams, polls, and publications. Filters of servlets come
 * behind it. Thread-safe.
 */
public final class TopicsHandler extends Handler.Wrapper {

    /** The path. */
    public static final String PATH = "/topics";

    private static final String BELOW = PATH + "/";
    private static final String EVENTS = "text/event-stream";
    private static final String JSON = "application/json";
    private static final Set<String> LINES = Set.of("application/x-ndjson", "application/ndjson", "application/jsonl");
    private static final Duration LONGEST_POLL = Duration.ofSeconds(30);

    private final TopicSet topics;
    private final Supplier<@Nullable AccessControl> control;
    private final Clock clock;
    private final BrokerPool pool;
    /** From the start on. */
    private volatile @Nullable TopicSessions sessions;

    private volatile Map<String, TopicOptions> options = Map.of();

    /**
     * Creates a handler before {@code handler}.
     *
     * @param control of the current configuration; null for none
     */
    public TopicsHandler(
            TopicSet topics, Supplier<@Nullable AccessControl> control, BrokerPool pool, Clock clock, Handler handler) {
        super(handler);
        this.topics = topics;
        this.control = control;
        this.clock = clock;
        this.pool = pool;
    }

    /**
     * Checks that no mashup is where topics are.
     *
     * @throws ConfigurationException if there is one, and {@code topics} are declared
     */
    public static void checkPaths(List<TopicOptions> topics, Iterable<String> mashups) {
        List<String> problems = new ArrayList<>();
        for (String path : mashups) {
            if (!topics.isEmpty() && (path.equals(PATH) || path.startsWith(BELOW))) {
                problems.add("topics: they have the path %s, and so has the mashup %s; expected another path of that"
                        .formatted(PATH, path));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /** Serves by the rules of {@code declared} from now on. */
    public void apply(List<TopicOptions> declared) {
        Map<String, TopicOptions> byName = new LinkedHashMap<>();
        declared.forEach(each -> byName.put(each.settings().name(), each));
        options = Map.copyOf(byName);
    }

    @Override
    protected void doStart() throws Exception {
        TopicSessions begun = new TopicSessions(Dispatcher.of(pool, clock), topics.counts(), clock);
        sessions = begun;
        super.doStart();
        begun.start();
    }

    /** Ends all sessions, whose clients come back, spread over a time. */
    public void endSessions() {
        TopicSessions open = sessions;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        if (options.isEmpty() || !(path.equals(PATH) || path.startsWith(BELOW))) {
            return super.handle(request, response, callback);
        }
        request.setAttribute(TopicUse.ATTRIBUTE, new TopicUse());
        try {
            serve(path.length() > BELOW.length() ? path.substring(BELOW.length()) : "", request, response, callback);
        } catch (ProblemException x) {
            reply(x.problem().toReply(), response, callback);
        } catch (TopicAccess.RefusedException x) {
            request.setAttribute(RefusedBy.ATTRIBUTE, RefusedBy.CALLER);
            reply(x.reply(), response, callback);
        }
        return true;
    }

    private void serve(String subject, Request request, Response response, Callback callback) {
        TopicAccess access = new TopicAccess(topics, options, control.get(), TopicRequest.of(request));
        if (subject.isEmpty() && Handshake.isAsked(request)) {
            upgrade(access, request, response, callback);
            return;
        }
        if (subject.isEmpty()) {
            throw problem(Status.NOT_FOUND, "there is no subject in the path; expected %s{subject}".formatted(BELOW));
        }
        if (Handshake.isAsked(request)) {
            throw problem(Status.NOT_FOUND, "WebSockets are at " + PATH);
        }
        switch (request.getMethod()) {
            case "GET" -> {
                if (accepts(request)) {
                    stream(subject, access, request, response, callback);
                } else {
                    poll(subject, access, request, response, callback);
                }
            }
            case "POST" -> publish(subject, access, request, response, callback);
            default ->
                reply(
                        Problem.of(Status.METHOD_NOT_ALLOWED, "expected GET or POST")
                                .header("Allow", "GET, POST")
                                .toReply(),
                        response,
                        callback);
        }
    }

    /** Returns whether the client asks for an event stream, as browsers do. */
    private static boolean accepts(Request request) {
        return request.getHeaders().getValuesList(HttpHeader.ACCEPT).stream()
                .anyMatch(type -> type.toLowerCase(Locale.ROOT).startsWith(EVENTS));
    }

    private void stream(String subject, TopicAccess access, Request request, Response response, Callback callback) {
        TopicRequest asked = access.request();
        String position = asked.header("Last-Event-ID");
        if (position == null) {
            // A browser cannot set the field for its first request.
            position = asked.parameter("lastEventID");
        }
        Subscriptions wanted = Subscriptions.of(access, subject, asked.parameters("subject"), position);
        EventStream stream = new EventStream(sessions(), sessions().dispatcher(), response, callback);
        SessionRequest.mark(request);
        request.addIdleTimeoutListener(timeout -> false);
        request.addFailureListener(stream::failed);
        stream.session().dispatcher().run(() -> {
            List<Subscription> begun = new ArrayList<>();
            try {
                for (Subscriptions.Wanted each : wanted.wanted()) {
                    begun.add(each.in(stream.session()));
                }
            } catch (IllegalArgumentException x) {
                stream.session().close();
                reply(
                        Problem.of(Status.BAD_REQUEST, String.valueOf(x.getMessage()))
                                .toReply(),
                        response,
                        callback);
                return;
            }
            TopicUse use = use(request);
            use.session(stream.session()::collected);
            use.begun(NanoTime.now());
            response.setStatus(Status.OK);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, EVENTS);
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            // Nginx would collect the events.
            response.getHeaders().put("X-Accel-Buffering", "no");
            stream.begin(begun);
        });
    }

    private void poll(String subject, TopicAccess access, Request request, Response response, Callback callback) {
        TopicRequest asked = access.request();
        Subscriptions.Wanted wanted = Subscriptions.of(access, subject, List.of(), asked.parameter("after"))
                .wanted()
                .get(0);
        long wait = wait(asked.parameter("wait"));
        TopicPoll poll = new TopicPoll(sessions().dispatcher(), reply -> reply(reply, response, callback));
        request.addIdleTimeoutListener(timeout -> false);
        request.addFailureListener(failure -> {
            poll.cancel();
            callback.failed(failure);
        });
        poll.session().dispatcher().run(() -> {
            use(request).begun(NanoTime.now());
            try {
                poll.begin(wanted, clock, wait);
            } catch (IllegalArgumentException x) {
                reply(
                        Problem.of(Status.BAD_REQUEST, String.valueOf(x.getMessage()))
                                .toReply(),
                        response,
                        callback);
            }
        });
    }

    private void upgrade(TopicAccess access, Request request, Response response, Callback callback) {
        String fault = Handshake.faultOf(request);
        if (fault != null) {
            throw problem(Status.BAD_REQUEST, fault);
        }
        if (!isOfSameOrigin(request)) {
            request.setAttribute(RefusedBy.ATTRIBUTE, RefusedBy.ORIGIN);
            throw problem(Status.FORBIDDEN, "pages of this origin may not open a WebSocket");
        }
        boolean http2 = Handshake.isOverHttp2(request);
        EndPoint endPoint = http2
                ? request.getTunnelSupport().getEndPoint()
                : request.getConnectionMetaData().getConnection().getEndPoint();
        WebSocketSession socket = new WebSocketSession(
                sessions(), sessions().dispatcher(), new SocketProtocol(access), endPoint, pool, pool.buffers());
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
        response.write(
                true, null, Callback.from(Invocable.InvocationType.NON_BLOCKING, callback::succeeded, failure -> {
                    use.over();
                    callback.failed(failure);
                }));
    }

    private static TopicUse use(Request request) {
        return (TopicUse) Objects.requireNonNull(request.getAttribute(TopicUse.ATTRIBUTE));
    }

    /** Returns whether the request is of no page, or of one of this server. */
    private static boolean isOfSameOrigin(Request request) {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin == null) {
            return true;
        }
        int authority = origin.indexOf("://");
        return authority > 0
                && origin.substring(authority + 3)
                        .equalsIgnoreCase(request.getHttpURI().getAuthority());
    }

    private static long wait(@Nullable String text) {
        if (text == null) {
            return LONGEST_POLL.toNanos();
        }
        try {
            Duration wait = ValueParsers.durationOrZero().parse(text);
            return Math.min(wait.toNanos(), LONGEST_POLL.toNanos());
        } catch (InvalidValueException x) {
            throw problem(Status.BAD_REQUEST, "the parameter wait " + x.getMessage());
        }
    }

    private void publish(String subject, TopicAccess access, Request request, Response response, Callback callback) {
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        String media = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        boolean lines = LINES.contains(media);
        if (!lines && !media.equals(JSON)) {
            throw problem(
                    Status.UNSUPPORTED_MEDIA_TYPE,
                    "the type of a message is %s; expected application/json, or application/x-ndjson for one a line"
                            .formatted(media.isEmpty() ? "missing" : media));
        }
        String topic;
        try {
            topic = SubjectPattern.topicOf(subject);
        } catch (IllegalArgumentException x) {
            throw problem(Status.BAD_REQUEST, String.valueOf(x.getMessage()));
        }
        long most = access.published(topic).settings().maxMessage();
        new Publication(
                        request,
                        topics,
                        subject,
                        lines ? null : request.getHeaders().get("Idempotency-Key"),
                        lines,
                        most,
                        reply -> reply(reply, response, callback))
                .run();
    }

    private TopicSessions sessions() {
        return Objects.requireNonNull(sessions);
    }

    private static ProblemException problem(int status, String detail) {
        return new ProblemException(Problem.of(status, detail));
    }

    private static void reply(Reply reply, Response response, Callback callback) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        for (Header header : reply.headers()) {
            response.getHeaders().add(header.name(), header.value());
        }
        response.write(true, ByteBuffer.wrap(reply.body()), callback);
    }
}
