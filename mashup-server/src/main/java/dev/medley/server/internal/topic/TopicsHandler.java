package dev.medley.server.internal.topic;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.connection.Header;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.websocket.Handshake;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.inbound.TopicUse;
import dev.medley.servlet.internal.quota.TakenTokens;
import dev.medley.topic.SessionSettings;
import dev.medley.topic.internal.Dispatcher;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * Serves topics below their path, and passes other requests on: event streams, WebSockets, polls, publications and tickets. Filters of
 * servlets come behind it. Thread-safe.
 */
public final class TopicsHandler extends Handler.Wrapper {

    private static final String EVENTS = "text/event-stream";

    private final MashupRuntime runtime;
    private final String path;
    private final Entitlements entitlements;
    private final ClientCredentials credentials;
    /** From the start on. */
    private volatile @Nullable Serving serving;

    /** What serves requests. */
    private record Serving(TopicSessions open, SessionRequests sessions, PublicationRequests publications) {}

    /** Creates a handler before {@code handler}, which serves the topics of {@code runtime} by {@code configuration}. */
    public TopicsHandler(MashupRuntime runtime, Configuration configuration, Handler handler) {
        super(handler);
        this.runtime = runtime;
        path = configuration.server().sessions().path();
        entitlements = new Entitlements(
                runtime.topics(),
                runtime::access,
                new PartnerAnswers(runtime::broker),
                new TopicQuotas(runtime::quotas, path, runtime.broker().clock()),
                TopicRules.of(configuration));
        credentials =
                new ClientCredentials(entitlements, new Tickets(runtime.broker().clock()));
    }

    /**
     * Checks that no mashup is where topics are.
     *
     * @throws ConfigurationException if there is one, and topics are declared
     */
    public static void checkPaths(Configuration configuration, Iterable<String> mashups) {
        String path = configuration.server().sessions().path();
        List<String> problems = new ArrayList<>();
        for (String each : mashups) {
            if (!configuration.topics().isEmpty() && isBelow(each, path)) {
                problems.add("topics: they have the path %s, and so has the mashup %s; expected another path of that"
                        .formatted(path, each));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private static boolean isBelow(String path, String topics) {
        return path.startsWith(topics) && (path.length() == topics.length() || path.charAt(topics.length()) == '/');
    }

    /** Serves by {@code configuration} from now on. */
    public void apply(Configuration configuration) {
        entitlements.apply(TopicRules.of(configuration));
    }

    @Override
    protected void doStart() throws Exception {
        List<Dispatcher> dispatchers =
                Dispatcher.of(runtime.broker().pool(), runtime.broker().clock());
        runtime.topics().attach(dispatchers);
        TopicSessions begun = new TopicSessions(
                dispatchers,
                runtime.topics().counts(),
                this::settings,
                runtime.broker().clock());
        serving = new Serving(
                begun,
                new SessionRequests(
                        begun,
                        new SessionLimits(this::settings),
                        runtime.broker().pool()),
                new PublicationRequests(
                        entitlements, begun, runtime.broker().pool().bodies()));
        super.doStart();
        begun.start();
    }

    private SessionSettings settings() {
        return entitlements.rules().sessions();
    }

    /** Ends all sessions, whose clients come back, spread over a time. */
    public void endSessions() {
        Serving current = serving;
        if (current != null) {
            current.open().close();
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String asked = Request.getPathInContext(request);
        if (entitlements.rules().topics().isEmpty() || !isBelow(asked, path)) {
            return super.handle(request, response, callback);
        }
        request.setAttribute(TopicUse.ATTRIBUTE, new TopicUse());
        try {
            // Browsers encode the > of a pattern.
            String subject =
                    asked.length() > path.length() ? URIUtil.decodePath(asked.substring(path.length() + 1)) : "";
            serve(subject, request, response, callback);
        } catch (ProblemException | RefusedException x) {
            refuse(x, request, response, callback);
        }
        return true;
    }

    private void serve(String subject, Request request, Response response, Callback callback) {
        ClientFile file = ClientFile.find(subject);
        if (file != null) {
            file.serve(request, response, callback);
            return;
        }
        TopicAccess access = credentials.of(request);
        if (access.caller() != null) {
            request.setAttribute(RequestSummary.CALLER, access.caller().name());
        }
        TakenTokens tokens = access.takeTokens();
        if (tokens != null) {
            Reply refusal = tokens.refusal();
            if (refusal != null) {
                reply(refusal, response, callback);
                return;
            }
            response.getHeaders().put(TakenTokens.POLICY, tokens.policy());
            response.getHeaders().put(TakenTokens.STATE, tokens.state());
        }
        Serving current = Objects.requireNonNull(serving);
        SessionRequests begin = current.sessions();
        if (Handshake.isAsked(request)) {
            if (!subject.isEmpty()) {
                throw problem(Status.NOT_FOUND, "WebSockets are at " + path);
            }
            begin.upgrade(access, request, response, callback);
            return;
        }
        switch (request.getMethod()) {
            case "GET" -> {
                if (subject.isEmpty()) {
                    throw withoutSubject();
                }
                if (acceptsEvents(request)) {
                    begin.stream(subject, access, request, response, callback);
                } else {
                    begin.poll(subject, access, request, response, callback);
                }
            }
            case "POST" -> {
                if (subject.isEmpty()) {
                    reply(credentials.ticket(access), response, callback);
                } else {
                    current.publications().publish(subject, access, request, response, callback);
                }
            }
            default ->
                throw new ProblemException(Problem.of(Status.METHOD_NOT_ALLOWED, "expected GET or POST")
                        .header("Allow", "GET, POST"));
        }
    }

    private ProblemException withoutSubject() {
        return problem(Status.NOT_FOUND, "there is no subject in the path; expected %s/{subject}".formatted(path));
    }

    /** Returns whether the client asks for an event stream, as browsers do. */
    private static boolean acceptsEvents(Request request) {
        return request.getHeaders().getValuesList(HttpHeader.ACCEPT).stream()
                .anyMatch(type -> type.toLowerCase(Locale.ROOT).startsWith(EVENTS));
    }

    static ProblemException problem(int status, String detail) {
        return new ProblemException(Problem.of(status, detail));
    }

    /** Replies to what is not done. */
    static void refuse(Throwable failure, Request request, Response response, Callback callback) {
        if (Refusals.cause(failure) instanceof RefusedException) {
            request.setAttribute(RefusedBy.ATTRIBUTE, RefusedBy.CALLER);
        }
        reply(Refusals.reply(failure), response, callback);
    }

    static void reply(Reply reply, Response response, Callback callback) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        for (Header header : reply.headers()) {
            response.getHeaders().add(header.name(), header.value());
        }
        response.write(true, ByteBuffer.wrap(reply.body()), callback);
    }
}
