package dev.medley.servlet.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.DefaultMashupSettings;
import dev.medley.config.internal.MashupOptions;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.servlet.internal.admission.Bulkhead;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.servlet.internal.schedule.Schedule;
import dev.medley.servlet.internal.schedule.ScheduleSettings;
import dev.medley.servlet.internal.schedule.ScheduledMashup;
import dev.medley.servlet.internal.schedule.Schedules;
import dev.medley.thread.internal.ExecutionTarget;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The mashups of one servlet context, with the configuration that they have been initialized with and that requests for them
 * have. A reload that replaces mashups makes another set; requests that have begun keep theirs. Thread-safe.
 */
public final class MashupSet {

    private static final String ATTRIBUTE = MashupSet.class.getName();

    private final MashupRuntime runtime;
    private final MashupOptions options;
    private final DefaultMashupSettings settings;
    private final ExecutionTargets executionTargets;
    private final List<MashupDescription> mashups = new CopyOnWriteArrayList<>();
    private final List<Bulkhead> bulkheads = new CopyOnWriteArrayList<>();
    private final Schedules schedules =
            new Schedules(() -> ThreadLocalRandom.current().nextDouble());
    private volatile ConfigSnapshot snapshot;
    private volatile Duration longestDeadline;

    MashupSet(MashupRuntime runtime, ConfigSnapshot snapshot, RuntimeOptions options) {
        this.runtime = runtime;
        this.snapshot = snapshot;
        longestDeadline = snapshot.deadline();
        this.options = options.mashups();
        settings = DefaultMashupSettings.of(options.settings());
        executionTargets = new ExecutionTargets(
                runtime.mode(), options.mashups(), snapshot.broker().pool());
    }

    // ---- The start of a mashup. ---------------------------------------------------------------------------------

    /** Makes it the set of all mashup servlets of {@code context}; before they start. */
    public void install(ServletContext context) {
        context.setAttribute(ATTRIBUTE, this);
    }

    /** Returns the set of {@code context}; null if it has none. */
    static @Nullable MashupSet of(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof MashupSet installed ? installed : null;
    }

    /**
     * Adds a mashup.
     *
     * @param name in metrics and logs
     * @param paths to which it is mapped
     * @throws IllegalArgumentException if it needs a partner that is not configured, or this JVM cannot run it so
     * @throws ConfigurationException if two of its paths have different options
     */
    public ServedMashup add(
            MashupDescription mashup,
            String name,
            Collection<String> paths,
            Function<DefaultMashup, CompletionStage<Reply>> composer) {
        mashup.checkPartners(snapshot.broker().partnerNames());
        mashups.add(mashup);
        @Nullable Duration configured = options.deadline(paths);
        @Nullable Duration deadline = configured == null ? mashup.deadline() : configured;
        if (deadline != null && deadline.compareTo(longestDeadline) > 0) {
            longestDeadline = deadline;
        }
        ExecutionTarget target = executionTargets.add(mashup, name, paths);
        Schedule schedule = mashup.schedule() == null
                ? null
                : schedules.add(scheduled(name, paths, mashup.schedule(), target, composer, deadline));
        return new ServedMashup(
                name,
                mashup,
                target,
                addBulkhead(mashup, name, paths),
                priority(paths),
                deadline,
                options.serverTiming(paths),
                options.access(paths),
                List.copyOf(paths),
                Objects.requireNonNullElse(options.cost(paths), 1),
                schedule,
                schedule == null ? composer : asked -> schedule.reply());
    }

    private ScheduledMashup scheduled(
            String name,
            Collection<String> paths,
            ScheduleSettings settings,
            ExecutionTarget target,
            Function<DefaultMashup, CompletionStage<Reply>> composer,
            @Nullable Duration deadline) {
        return new ScheduledMashup(
                name,
                paths.iterator().next(),
                settings,
                target,
                composer,
                () -> deadline == null ? snapshot.deadline() : deadline,
                this::broker,
                runtime.topics(),
                runtime.execution()::runScheduled);
    }

    /** The mashup has been initialized, and may run by its schedule, if it has one. */
    public void ready(ServedMashup initialized) {
        Schedule schedule = initialized.schedule();
        if (schedule != null) {
            schedules.ready(schedule);
        }
    }

    /** Adds the bulkhead that the configuration, or the annotation of the mashup, asks for; null if neither does. */
    private @Nullable Bulkhead addBulkhead(MashupDescription mashup, String name, Collection<String> paths) {
        @Nullable Integer configured = options.maxConcurrent(paths);
        @Nullable Integer max = configured == null ? mashup.bulkhead() : configured;
        if (max == null) {
            return null;
        }
        Bulkhead bulkhead = new Bulkhead(name, max);
        bulkheads.add(bulkhead);
        return bulkhead;
    }

    /** The priority of requests for a mashup that say none. */
    private Priority priority(Collection<String> paths) {
        @Nullable Priority configured = options.priority(paths);
        return configured == null ? Priority.NORMAL : configured;
    }

    // ---- The configuration. -------------------------------------------------------------------------------------

    /** The runtime that the mashups share. */
    public MashupRuntime runtime() {
        return runtime;
    }

    /** Returns what requests that begin now are served with. */
    ConfigSnapshot snapshot() {
        return snapshot;
    }

    /** Serves requests that begin from now on with {@code next}. By one thread at a time. */
    void goOn(ConfigSnapshot next) {
        if (next.deadline().compareTo(longestDeadline) > 0) {
            longestDeadline = next.deadline();
        }
        snapshot = next;
    }

    /** Returns a line for each mashup that needs partners which are not among {@code configured}. */
    List<String> lacking(Collection<String> configured) {
        List<String> problems = new ArrayList<>();
        for (MashupDescription mashup : mashups) {
            try {
                mashup.checkPartners(configured);
            } catch (IllegalArgumentException x) {
                problems.add("partners: " + x.getMessage());
            }
        }
        return problems;
    }

    // ---- Reading. -----------------------------------------------------------------------------------------------

    /** Returns the broker that carries the exchanges of requests that begin now. */
    public DefaultBroker broker() {
        return snapshot.broker();
    }

    /** Returns the longest deadline in flight. */
    public Duration longestDeadline() {
        return longestDeadline;
    }

    /** Returns the own settings of the mashups. */
    public DefaultMashupSettings settings() {
        return settings;
    }

    /** Returns the placements of the mashups. */
    public ExecutionTargets executionTargets() {
        return executionTargets;
    }

    /** Returns the schedules of the mashups that have one. */
    public Schedules schedules() {
        return schedules;
    }

    /** Returns the bulkheads of the mashups that have been initialized and have one. */
    public List<Bulkhead> bulkheads() {
        return List.copyOf(bulkheads);
    }
}
