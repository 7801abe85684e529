package dev.medley.server.internal.topic;

import dev.medley.config.internal.Configuration;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.access.ClientCredentials;
import dev.medley.server.internal.topic.access.Entitlements;
import dev.medley.server.internal.topic.access.PartnerAnswers;
import dev.medley.server.internal.topic.access.SessionLimits;
import dev.medley.server.internal.topic.access.Tickets;
import dev.medley.server.internal.topic.access.TopicAccess;
import dev.medley.server.internal.topic.access.TopicQuotas;
import dev.medley.server.internal.topic.access.TopicRules;
import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.server.internal.topic.exchange.RefusedException;
import dev.medley.server.internal.topic.exchange.TopicExchange;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.quota.TakenTokens;
import dev.medley.topic.SessionSettings;
import dev.medley.topic.internal.Dispatcher;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/** Serves topics to requests that the server, or a servlet container, has taken: event streams, polls, publications and tickets. Thread-safe. */
public final class TopicService {

    private static final String EVENTS = "text/event-stream";

    private final MashupRuntime runtime;
    private final String path;
    private final Entitlements entitlements;
    private final ClientCredentials credentials;
    private final SessionLimits limits;
    /** From the start on. */
    private volatile @Nullable Serving serving;

    /** What serves requests. */
    private record Serving(TopicSessions open, SessionRequests sessions, PublicationRequests publications) {}

    /** Creates a service of the topics of {@code runtime} by {@code configuration}. */
    public TopicService(MashupRuntime runtime, Configuration configuration) {
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
        limits = new SessionLimits(this::settings);
    }

    /** Serves by {@code configuration} from now on. */
    public void apply(Configuration configuration) {
        entitlements.apply(TopicRules.of(configuration));
    }

    /** Begins; the broker has been started. */
    public void start() {
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
                new SessionRequests(begun, limits),
                new PublicationRequests(
                        entitlements, begun, runtime.broker().pool().bodies()));
        begun.start();
    }

    private SessionSettings settings() {
        return entitlements.rules().sessions();
    }

    /** Ends all sessions, whose clients come back, spread over a time. Returns when they have ended. */
    public CompletionStage<@Nullable Void> endSessions() {
        Serving current = serving;
        return current == null
                ? CompletableFuture.completedFuture(null)
                : current.open().close();
    }

    /** Returns the path of topics. */
    public String path() {
        return path;
    }

    /** Returns whether there are topics. */
    boolean hasTopics() {
        return !entitlements.rules().topics().isEmpty();
    }

    TopicSessions sessions() {
        return Objects.requireNonNull(serving).open();
    }

    SessionLimits.Share share(TopicAccess access, int subscriptions) {
        return limits.begin(access.request().remoteAddress(), access.caller(), subscriptions);
    }

    /**
     * Returns what the client may do, which has asked for something, and takes the tokens of that; null if it lacks them, and has its reply.
     *
     * @throws RefusedException if what it shows is wrong
     * @throws ProblemException if its page may not send this
     */
    @Nullable
    TopicAccess access(TopicExchange exchange) {
        TopicAccess access = credentials.of(exchange);
        if (access.caller() != null) {
            exchange.attribute(RequestSummary.CALLER, access.caller().name());
        }
        TakenTokens tokens = access.takeTokens();
        Reply refusal = tokens == null ? null : tokens.refusal();
        if (refusal != null) {
            exchange.reply(refusal);
            return null;
        }
        if (tokens != null) {
            exchange.replyField(TakenTokens.POLICY, tokens.policy());
            exchange.replyField(TakenTokens.STATE, tokens.state());
        }
        return access;
    }

    /**
     * Serves a request.
     *
     * @param subject below the path; empty for the path itself
     */
    public void serve(String subject, TopicExchange exchange) {
        try {
            ClientFile file = ClientFile.find(subject);
            if (file != null) {
                exchange.reply(file.reply(exchange));
                return;
            }
            TopicAccess access = access(exchange);
            if (access != null) {
                serve(subject, access, exchange);
            }
        } catch (ProblemException | RefusedException x) {
            Refusals.refuse(x, exchange);
        }
    }

    private void serve(String subject, TopicAccess access, TopicExchange exchange) {
        Serving current = Objects.requireNonNull(serving);
        SessionRequests begin = current.sessions();
        switch (exchange.method()) {
            case "GET" -> {
                if (subject.isEmpty()) {
                    throw Refusals.exception(
                            Status.NOT_FOUND, "there is no subject in the path; expected %s/{subject}".formatted(path));
                }
                if (acceptsEvents(exchange)) {
                    begin.stream(subject, access, exchange);
                } else {
                    begin.poll(subject, access, exchange);
                }
            }
            case "POST" -> {
                if (subject.isEmpty()) {
                    exchange.reply(credentials.ticket(access));
                } else {
                    current.publications().publish(subject, access, exchange);
                }
            }
            default ->
                throw new ProblemException(Problem.of(Status.METHOD_NOT_ALLOWED, "expected GET or POST")
                        .header("Allow", "GET, POST"));
        }
    }

    /** Returns whether the client asks for an event stream, as browsers do. */
    private static boolean acceptsEvents(TopicExchange exchange) {
        return exchange.fields().getValuesList(HttpHeader.ACCEPT).stream()
                .anyMatch(type -> type.toLowerCase(Locale.ROOT).startsWith(EVENTS));
    }
}
