package dev.medley.servlet;

import dev.medley.config.Configuration;
import dev.medley.config.ConfigurationException;
import dev.medley.config.ExecutionMode;
import dev.medley.config.MashupSettings;
import dev.medley.config.ServerSettings;
import dev.medley.exchange.Broker;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.thread.BrokerPool;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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

    private final ExecutionMode mode;
    private final Execution execution;
    private final UnknownPartners unknownPartners = new UnknownPartners();
    private final MashupSettings settings;
    private final Placements placements;
    private final InboundAdmission admission;
    private final List<Consumer<RequestSummary>> observers = new CopyOnWriteArrayList<>();
    private final List<MashupDescription> mashups = new CopyOnWriteArrayList<>();
    private volatile Generation current;
    private volatile @Nullable ClientWatch clientWatch;

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
        this(
                new Generation(broker, deadline, maxRequestBody, ReplyFields.DEFAULT),
                mode,
                maxWaiting,
                RuntimeOptions.defaults());
    }

    MashupRuntime(Generation first, ExecutionMode mode, int maxWaiting, RuntimeOptions options) {
        current = first;
        this.mode = mode;
        settings = MashupSettings.of(options.settings());
        Broker broker = first.broker();
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
        Broker broker = Broker.builder()
                .pool(pool)
                .partners(configuration.partners())
                .maxHeldBytes(settings.maxHeldBytes())
                .build();
        return new MashupRuntime(
                Generation.of(configuration, broker),
                settings.execution(),
                settings.maxWaiting(),
                RuntimeOptions.of(configuration));
    }

    /**
     * Prepares to serve requests by another configuration: its partners, deadline and limits. Reads the files of its partners,
     * and blocks meanwhile. By one thread at a time.
     *
     * @return brings it into effect: requests that begin from then on have it as a whole, and those that have begun keep what they
     *     have to their end
     * @throws ConfigurationException if it lacks a partner that a mashup needs by {@link MashupPartners}, or a file cannot be
     *     used; then nothing has changed
     */
    public Runnable prepare(Configuration configuration) {
        List<String> problems = problems(configuration);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        Generation before = current;
        Generation next;
        try {
            next = Generation.of(configuration, before.broker().withPartners(configuration.partners()));
        } catch (IllegalArgumentException x) {
            throw new ConfigurationException(List.of(String.valueOf(x.getMessage())));
        }
        return () -> {
            current = next;
            before.broker().succeededBy(next.broker(), configuration.server().maxHeldBytes());
        };
    }

    private List<String> problems(Configuration configuration) {
        List<String> partners =
                configuration.partners().stream().map(PartnerSettings::name).toList();
        List<String> problems = new ArrayList<>();
        for (MashupDescription mashup : mashups) {
            try {
                mashup.checkPartners(partners);
            } catch (IllegalArgumentException x) {
                problems.add("partners: " + x.getMessage());
            }
        }
        return problems;
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

    /** The broker that carries the exchanges out, with the partners of the current configuration. */
    public Broker broker() {
        return current.broker();
    }

    /** Returns what requests that begin now are served with. */
    Generation generation() {
        return current;
    }

    /** Adds a mashup that is served. */
    void serve(MashupDescription mashup) {
        mashups.add(mashup);
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

    /** Sets what reports that clients have left, beside the container; before the mashup servlets start. */
    public void watchClients(ClientWatch watch) {
        clientWatch = watch;
    }

    @Nullable
    ClientWatch clientWatch() {
        return clientWatch;
    }

    void answer(InboundRequest request) throws IOException {
        broker().ledger().inboundStarted();
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
        broker().ledger().inboundEnded(replied.serviceNanos());
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
        return broker().partnerNames();
    }

    UnknownPartners unknownPartners() {
        return unknownPartners;
    }
}
