package dev.medley.servlet;

import dev.medley.config.Configuration;
import dev.medley.config.ExecutionMode;
import dev.medley.config.MashupSettings;
import dev.medley.config.ServerSettings;
import dev.medley.exchange.Broker;
import dev.medley.mashup.Reply;
import dev.medley.thread.BrokerPool;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker, the execution mode and the deadline that the mashup servlets of one application share. Thread-safe.
 *
 * <p>{@link #install} puts it into the application's servlet context, before the servlets start.
 */
public final class MashupRuntime {

    private static final Logger LOG = LoggerFactory.getLogger(MashupRuntime.class);
    private static final String ATTRIBUTE = MashupRuntime.class.getName();

    private final Broker broker;
    private final ExecutionMode mode;
    private final Duration deadline;
    private final int maxRequestBody;
    private final ReplyFields replyFields;
    private final Execution execution;
    private final UnknownPartners unknownPartners = new UnknownPartners();
    private final MashupSettings settings;
    private final Placements placements;
    private final InboundAdmission admission;
    private final List<Consumer<RequestSummary>> observers = new CopyOnWriteArrayList<>();

    /**
     * Creates a runtime.
     *
     * @param broker carries the exchanges out; started and closed by the caller
     * @param mode how mashups run
     * @param deadline of a mashup as a whole
     * @param maxRequestBody bytes of an inbound request's body at most
     * @param maxWaiting inbound requests that may wait for a thread, in blocking mode and of mashups on the pool
     */
    public MashupRuntime(Broker broker, ExecutionMode mode, Duration deadline, int maxRequestBody, int maxWaiting) {
        this(broker, mode, deadline, maxRequestBody, maxWaiting, RuntimeOptions.defaults());
    }

    MashupRuntime(
            Broker broker,
            ExecutionMode mode,
            Duration deadline,
            int maxRequestBody,
            int maxWaiting,
            RuntimeOptions options) {
        replyFields = options.replyFields();
        this.broker = broker;
        this.mode = mode;
        this.deadline = deadline;
        this.maxRequestBody = maxRequestBody;
        settings = MashupSettings.of(options.settings());
        placements = new Placements(mode, options.mashups(), broker.pool());
        admission = new InboundAdmission(options.admission(), options.mashups(), broker.pool(), broker.clock());
        execution = switch (mode) {
            case ASYNC -> new AsyncExecution(maxWaiting);
            case BLOCKING -> new BlockingExecution(broker.pool(), maxWaiting);
            case VIRTUAL -> new VirtualExecution();
        };
    }

    /** As {@link #of(Configuration, int)}, without loops: the inbound side is a container's. */
    public static MashupRuntime of(Configuration configuration) {
        return of(configuration, 0);
    }

    /**
     * Creates the runtime that {@code configuration} describes, with a broker and a pool of its own, none of them started.
     * The caller starts first the {@linkplain Broker#pool() pool} of the broker, then the broker, and closes them in reverse
     * order.
     *
     * @param loops the loops of the pool
     * @throws IllegalArgumentException if this JVM cannot run it so
     */
    public static MashupRuntime of(Configuration configuration, int loops) {
        ServerSettings settings = configuration.server();
        BrokerPool pool = new BrokerPool(settings.threads(), settings.execution() == ExecutionMode.VIRTUAL, loops);
        if (settings.execution() == ExecutionMode.ASYNC
                && loops > 0
                && !settings.stallWarning().isZero()) {
            pool.watchStalls(settings.stallWarning());
        }
        return new MashupRuntime(
                Broker.builder()
                        .pool(pool)
                        .partners(configuration.partners())
                        .maxHeldBytes(settings.maxHeldBytes())
                        .build(),
                settings.execution(),
                configuration.deadline(),
                Math.toIntExact(settings.maxRequestBody()),
                settings.maxWaiting(),
                RuntimeOptions.of(configuration));
    }

    /** Makes it the runtime of all mashup servlets of {@code context}. */
    public void install(ServletContext context) {
        context.setAttribute(ATTRIBUTE, this);
    }

    /** Returns whether {@code context} has a runtime. */
    public static boolean isInstalled(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) != null;
    }

    static MashupRuntime of(ServletContext context) throws ServletException {
        if (context.getAttribute(ATTRIBUTE) instanceof MashupRuntime installed) {
            return installed;
        }
        throw new ServletException("no broker has been started for the application at '" + context.getContextPath()
                + "': broker-core.jar must be in its WEB-INF/lib, or MashupRuntime.install be called before it starts");
    }

    /** The broker that carries the exchanges out. */
    public Broker broker() {
        return broker;
    }

    /** Returns the own settings of the mashups. */
    public MashupSettings settings() {
        return settings;
    }

    /** Returns the placements of the mashups. */
    public Placements placements() {
        return placements;
    }

    /** Returns the admission of inbound requests. */
    public InboundAdmission admission() {
        return admission;
    }

    /** Returns the execution mode. */
    public ExecutionMode mode() {
        return mode;
    }

    /**
     * Registers an observer of inbound requests that have been answered, for metrics. It is called by the thread that
     * answered and must not block; its exceptions are logged.
     */
    public void onReplied(Consumer<RequestSummary> observer) {
        observers.add(observer);
    }

    void answer(InboundRequest request) throws IOException {
        broker.ledger().inboundStarted();
        try {
            Reply instead = request.replyInstead();
            if (instead != null) {
                request.replyAtOnce(instead);
            } else if (request.maySuspend()) {
                admission.run(request, execution);
            } else {
                // In any mode, as even one that holds a thread suspends requests when there is none.
                request.refuse();
            }
        } catch (IOException | RuntimeException | Error x) {
            // Such as a container that does not suspend a request whose client has left.
            request.abandon();
            throw x;
        }
    }

    void replied(RequestSummary replied) {
        broker.ledger().inboundEnded(replied.serviceNanos());
        for (Consumer<RequestSummary> observer : observers) {
            try {
                observer.accept(replied);
            } catch (RuntimeException | Error x) {
                LOG.warn("an observer failed", x);
            }
        }
    }

    /** The names of the partners, in the order of the configuration. */
    List<String> partners() {
        return broker.partnerNames();
    }

    UnknownPartners unknownPartners() {
        return unknownPartners;
    }

    Duration deadline() {
        return deadline;
    }

    ReplyFields replyFields() {
        return replyFields;
    }

    int maxRequestBody() {
        return maxRequestBody;
    }
}
