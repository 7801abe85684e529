package dev.medley.servlet.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ExecutionMode;
import dev.medley.config.MashupMode;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.partner.PartnerSettings;
import dev.medley.servlet.annotation.MashupPartners;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.servlet.internal.admission.Decision;
import dev.medley.servlet.internal.admission.InboundAdmission;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.quota.Quotas;
import dev.medley.servlet.internal.reply.LoggedOnce;
import dev.medley.servlet.internal.reply.ReplyFields;
import dev.medley.servlet.internal.reply.ReplyForm;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.topic.internal.Epoch;
import dev.medley.topic.internal.TopicSet;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
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

    /** A computation that goes on for as many times `stall-warning` after the end of its mashup is logged. */
    private static final int OVERRUN_WARNINGS = 10;
    /** The logs of all topics may take this part of the heap. */
    private static final int TOPICS_OF_HEAP = 4;

    private final ExecutionMode mode;
    private final Execution execution;
    private final LoggedOnce loggedOnce = new LoggedOnce();
    private final InboundAdmission admission;
    private final TopicSet topics;
    private final List<Consumer<RequestSummary>> observers = new CopyOnWriteArrayList<>();
    /** So that no decision of an operator is lost while a reload replaces the mashups. */
    private final ReentrantLock placing = new ReentrantLock();

    private volatile MashupSet current;
    private volatile @Nullable ClientWatch clientWatch;
    private volatile boolean schedulesEnded;

    /**
     * Creates a runtime.
     *
     * @param broker carries the exchanges out; started and closed by the caller
     * @param mode how mashups run
     * @param deadline of a whole mashup
     * @param maxRequestBody bytes of an inbound request's body at most
     * @param maxWaiting inbound requests that may wait for a thread, in blocking mode and of mashups on the pool
     */
    public MashupRuntime(
            DefaultBroker broker, ExecutionMode mode, Duration deadline, int maxRequestBody, int maxWaiting) {
        this(
                new ConfigSnapshot(
                        broker, deadline, maxRequestBody, ReplyFields.DEFAULT, ReplyForm.DEFAULT, null, Quotas.NONE),
                mode,
                maxWaiting,
                RuntimeOptions.defaults());
    }

    /** Creates a runtime that begins with the configuration {@code first}. */
    public MashupRuntime(ConfigSnapshot first, ExecutionMode mode, int maxWaiting, RuntimeOptions options) {
        this.mode = mode;
        DefaultBroker broker = first.broker();
        current = new MashupSet(this, first, options);
        admission = new InboundAdmission(options.admission(), broker.pool(), broker.clock());
        topics = new TopicSet(Epoch.next(), maxLogBytes(null), broker.clock());
        if (mode == ExecutionMode.BLOCKING) {
            broker.computations().limitThreads(BlockingExecution.computeThreads(broker.pool()));
        }
        execution = switch (mode) {
            case ASYNC -> new AsyncExecution(broker.pool(), maxWaiting);
            case BLOCKING -> new BlockingExecution(broker.pool(), maxWaiting);
            case VIRTUAL -> new VirtualExecution();
        };
    }

    /**
     * Creates the runtime that {@code configuration} describes, with a broker and a pool of its own, none of them started.
     * The caller starts first the {@linkplain DefaultBroker#pool() pool} of the broker, then the broker, and closes them in reverse
     * order.
     *
     * @param loops the loops of the pool; 0 if the inbound side is a container's
     * @param telemetry begins spans, unless it is none
     * @throws IllegalArgumentException if this JVM cannot run it so
     */
    public static MashupRuntime of(Configuration configuration, int loops, OpenTelemetry telemetry) {
        ServerSettings settings = configuration.server();
        BrokerPool pool = new BrokerPool(settings.threads(), settings.execution() == ExecutionMode.VIRTUAL, loops);
        if (settings.execution() == ExecutionMode.ASYNC
                && loops > 0
                && !settings.stallWarning().isZero()) {
            pool.watchStalls(settings.stallWarning());
        }
        DefaultBroker broker = DefaultBroker.builder()
                .pool(pool)
                .partners(configuration.partners())
                .maxHeldBytes(settings.maxHeldBytes())
                .openTelemetry(telemetry)
                .build();
        broker.computations().limitQueued(settings.compute().maxQueued());
        broker.computations().warnAfter(settings.stallWarning().multipliedBy(OVERRUN_WARNINGS));
        MashupRuntime runtime = new MashupRuntime(
                ConfigSnapshot.of(configuration, broker, null),
                settings.execution(),
                settings.maxWaiting(),
                RuntimeOptions.of(configuration));
        runtime.applyTopics(configuration);
        return runtime;
    }

    private void applyTopics(Configuration configuration) {
        topics.maxBytes(maxLogBytes(configuration.server().sessions().maxLogBytes()));
        topics.apply(configuration.topicSettings());
    }

    private static long maxLogBytes(@Nullable Long configured) {
        return configured == null ? Runtime.getRuntime().maxMemory() / TOPICS_OF_HEAP : configured;
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
        MashupSet mashups = current;
        List<String> problems = mashups.lacking(
                configuration.partners().stream().map(PartnerSettings::name).toList());
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        Runnable moves = mashups.executionTargets().prepare(configuration.mashups());
        ConfigSnapshot before = mashups.snapshot();
        ConfigSnapshot next = next(configuration);
        return () -> {
            moves.run();
            mashups.goOn(next);
            applyTopics(configuration);
            before.handOverTo(next, configuration.server().maxHeldBytes());
        };
    }

    private ConfigSnapshot next(Configuration configuration) {
        @Nullable DefaultBroker made = null;
        try {
            made = broker().withPartners(configuration.partners());
            return ConfigSnapshot.of(configuration, made, current.snapshot());
        } catch (IllegalArgumentException x) {
            if (made != null) {
                made.discardedFor(broker());
            }
            throw new ConfigurationException(List.of(String.valueOf(x.getMessage())));
        }
    }

    /**
     * Prepares to serve requests by other mashups and another configuration, as {@link #prepare} does for the configuration alone.
     * The mashups are then initialized, and either {@link #replace} or {@link #discard} follows. By one thread at a time.
     *
     * @return the set for the mashups, which is to be {@linkplain MashupSet#install installed} into a servlet context of its own
     * @throws ConfigurationException if a file cannot be used; then nothing has changed
     */
    public MashupSet prepareMashups(Configuration configuration) {
        return new MashupSet(this, next(configuration), RuntimeOptions.of(configuration));
    }

    /** Makes {@code next} the set for requests that begin from now on. */
    public void replace(MashupSet next, Configuration configuration) {
        ConfigSnapshot before = current.snapshot();
        MashupSet last;
        placing.lock();
        try {
            next.executionTargets().succeed(current.executionTargets());
            last = current;
            current = next;
        } finally {
            placing.unlock();
        }
        applyTopics(configuration);
        before.handOverTo(next.snapshot(), configuration.server().maxHeldBytes());
        next.schedules().succeed(last.schedules());
        if (schedulesEnded) {
            next.schedules().stop();
        }
    }

    /**
     * The operator has the code of a mashup run elsewhere: {@code compose} of requests, and events of exchanges, from the next ones on.
     * What has begun ends where it is. This stays over reloads that do not change what is given for the mashup.
     *
     * @param mashup its name
     * @param to the kind of threads; null to give it back to what the configuration or its annotation says, or to what its stalls
     *     decide
     * @throws IllegalArgumentException if there is no such mashup, or this server cannot run it so
     */
    public ExecutionTargets.Moved move(String mashup, @Nullable MashupMode to) {
        placing.lock();
        try {
            return current.executionTargets().move(mashup, to);
        } finally {
            placing.unlock();
        }
    }

    /** Gives up {@code next}, which no request has used. */
    public void discard(MashupSet next) {
        next.broker().discardedFor(broker());
    }

    /** Begins what the configuration does by itself. The broker must have been started. */
    public void start() {
        current.snapshot().start();
    }

    /** Begins the schedules. All mashups have been initialized. */
    public void beginSchedules() {
        current.schedules().begin();
    }

    /** Has mashups with a schedule run when they are read, and at no other time: for runs of single requests. Before the start. */
    public void scheduleOnDemand() {
        current.schedules().onDemand();
    }

    /** Ends the schedules: from now on only clients have mashups run. The server is about to stop. */
    public void endSchedules() {
        // First, so that a reload that has the set replaced meanwhile ends those of the new one.
        schedulesEnded = true;
        current.schedules().stop();
    }

    /** Ends what {@link #start} and reloads have begun. The broker is closed after it. */
    public void stop() {
        endSchedules();
        topics.close();
        current.snapshot().stop();
    }

    /** Makes it the runtime of all mashup servlets of {@code context}. */
    public void install(ServletContext context) {
        current.install(context);
    }

    /** Returns whether {@code context} has a runtime. */
    public static boolean isInstalled(ServletContext context) {
        return MashupSet.of(context) != null;
    }

    /** The mashups that are installed in {@code context}. */
    public static MashupSet mashupsOf(ServletContext context) throws ServletException {
        MashupSet installed = MashupSet.of(context);
        if (installed != null) {
            return installed;
        }
        throw new ServletException("no broker has been started for the application at '" + context.getContextPath()
                + "': broker-core.jar must be in its WEB-INF/lib, or MashupRuntime.install be called before it starts");
    }

    /** The broker that carries the exchanges out, with the partners of the current configuration. */
    public DefaultBroker broker() {
        return current.broker();
    }

    /** Returns what decides on callers by the current configuration; null if anybody may call. */
    public @Nullable AccessControl access() {
        return current.snapshot().access();
    }

    /** Returns the topics of the current configuration. */
    public TopicSet topics() {
        return topics;
    }

    /** Returns the quotas of the current configuration. */
    public Quotas quotas() {
        return current.snapshot().quotas();
    }

    /** Returns the mashups of requests that begin now. */
    public MashupSet mashups() {
        return current;
    }

    /** Returns the admission of inbound requests. */
    public InboundAdmission admission() {
        return admission;
    }

    Execution execution() {
        return execution;
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

    /** Admits {@code request}, and runs its mashup. */
    public void answer(InboundRequest request) throws IOException {
        broker().ledger().inboundStarted();
        try {
            Decision instead = request.decisionInstead();
            if (instead != null) {
                request.replyAtOnce(instead);
            } else if (request.maySuspend()) {
                admission.run(request, request.served().bulkhead());
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

    LoggedOnce loggedOnce() {
        return loggedOnce;
    }
}
