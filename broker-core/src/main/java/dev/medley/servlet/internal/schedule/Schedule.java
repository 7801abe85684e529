package dev.medley.servlet.internal.schedule;

import dev.medley.account.internal.ClientAccount;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Snapshot;
import dev.medley.mashup.Status;
import dev.medley.mashup.internal.Snapshots;
import dev.medley.servlet.internal.reply.EntityTags;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.LogPace;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schedule of one mashup: when it runs, and the snapshot of its reply. One compare-and-set on the state begins a run, ends it and
 * stops the schedule, so that no run overlaps another and none that was stopped leaves a snapshot. Thread-safe.
 */
public final class Schedule {

    private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);

    private static final String RETRY_AFTER = "Retry-After";

    private final ScheduledMashup scheduled;
    private final Snapshots snapshots;
    private final DoubleSupplier random;
    private final AtomicReference<ScheduleState> state =
            new AtomicReference<>(new ScheduleState(Phase.NEW, null, null, new Waiting(), null, 0));
    private final LogPace pace = new LogPace();
    private volatile RunCounts counts = new RunCounts();
    /** Whether each reader has it run, in place of time. */
    private volatile boolean onDemand;

    private volatile Clock.@Nullable ScheduledTask timer;

    /**
     * Creates a schedule, which has not begun.
     *
     * @param snapshots of the server's mashups, by their names
     * @param random numbers from 0 to 1
     */
    Schedule(ScheduledMashup scheduled, Snapshots snapshots, DoubleSupplier random) {
        this.scheduled = scheduled;
        this.snapshots = snapshots;
        this.random = random;
    }

    // ---- Its life. ----------------------------------------------------------------------------------------------

    /** Has it run when it is read, and at no other time. Before it begins. */
    void onDemand() {
        onDemand = true;
    }

    /** Runs the mashup now, and from then on by its interval. Without effect once it has begun, or if it runs on demand. */
    void begin() {
        ScheduleState now = now();
        if (now.phase() != Phase.NEW || onDemand) {
            return;
        }
        long delay = now.nextNanos() == 0 ? 0 : now.nextNanos() - clock().nanoTime();
        if (delay > 0) {
            awaitNext(delay);
        } else {
            run();
        }
    }

    /** Ends it: cancels a run in flight, and begins no other one. Readers of a first snapshot fail. */
    void stop() {
        ScheduleState last = stopped();
        if (last == null) {
            return;
        }
        last.waiting().fail(unavailable("it has ended", 1));
        release(last.kept());
    }

    /** Returns the state before; null if it was stopped. */
    private @Nullable ScheduleState stopped() {
        while (true) {
            ScheduleState now = now();
            if (now.phase() == Phase.STOPPED) {
                return null;
            }
            if (state.compareAndSet(now, now.stopped())) {
                Clock.ScheduledTask waits = timer;
                if (waits != null) {
                    waits.cancel();
                }
                ScheduledRun run = now.run();
                if (run != null) {
                    run.cancel();
                }
                return now;
            }
        }
    }

    /**
     * Takes the place of {@code before}, which it stops: with its snapshot, its readers, and, if it is the same mashup, the time of
     * its next run. Before it begins. It may have readers of its own, since clients reach it before this, and may have been stopped.
     */
    void succeed(Schedule before) {
        ScheduleState last = before.stopped();
        if (last == null) {
            return;
        }
        boolean same = before.scheduled.settings().equals(scheduled.settings());
        counts = before.counts;
        ScheduleState own = now();
        last.waiting().follow(own.waiting());
        ScheduleState next = new ScheduleState(
                Phase.NEW,
                null,
                last.kept(),
                own.waiting(),
                last.last(),
                same && last.phase() == Phase.IDLE ? last.nextNanos() : 0);
        KeptReply kept = last.kept();
        if (own.phase() != Phase.NEW || !state.compareAndSet(own, next)) {
            // It was stopped meanwhile, and has answered its readers.
            release(kept);
        } else if (kept != null) {
            own.waiting().complete(kept);
        }
    }

    private void release(@Nullable KeptReply kept) {
        if (kept != null) {
            account().release(kept.bytes());
        }
    }

    // ---- Its runs. ----------------------------------------------------------------------------------------------

    private void awaitNext(long nanos) {
        Clock.ScheduledTask waits = clock().schedule(nanos, this::run);
        timer = waits;
        if (now().phase() == Phase.STOPPED) {
            waits.cancel();
        }
    }

    private void run() {
        ScheduledRun run = new ScheduledRun(scheduled, snapshots, this::ended);
        ScheduleState now;
        do {
            now = now();
            if (now.phase() == Phase.RUNNING || now.phase() == Phase.STOPPED) {
                return;
            }
        } while (!state.compareAndSet(now, now.running(run)));
        run.start();
    }

    /** The broker's pool reads the reply once more, unless that is short. */
    private void ended(RunResult result) {
        broker().pool().execute(() -> keep(result));
    }

    private void keep(RunResult given) {
        ScheduleState now = now();
        ScheduledRun run = now.run();
        if (run == null) {
            // It has been stopped.
            return;
        }
        RunResult result = given;
        KeptReply before = now.kept();
        KeptReply next = null;
        try {
            next = kept(result, before);
        } catch (RuntimeException | Error x) {
            // The next run begins whatever this one has replied.
            result = new RunResult(RunOutcome.FAILED, null, Status.INTERNAL_SERVER_ERROR, x.toString(), x);
        }
        if (next != null && !account().reserve(next.bytes())) {
            next = null;
            result = new RunResult(
                    RunOutcome.FAILED,
                    null,
                    Status.SERVICE_UNAVAILABLE,
                    "there is no room for a snapshot of %d bytes in server.max-held-bytes"
                            .formatted(given.reply() == null ? 0 : given.reply().body().length),
                    null);
        }
        long nanos = run.nanos();
        long interval = interval();
        LastRun last = new LastRun(result.outcome(), result.status(), result.cause(), clock().instant(), nanos);
        if (!state.compareAndSet(now, now.idle(next, last, clock().nanoTime() + interval))) {
            release(next);
            return;
        }
        if (next != null) {
            release(before);
        }
        counts.add(result.outcome(), nanos);
        log(now.last(), result);
        KeptReply current = next == null ? before : next;
        if (current == null) {
            now.waiting().fail(unavailable("it has no snapshot yet: its last run has failed", seconds(interval)));
        } else {
            now.waiting().complete(current);
        }
        if (!onDemand) {
            awaitNext(interval);
        }
    }

    /** Returns what is kept of the reply; null to go on with what there is. */
    private @Nullable KeptReply kept(RunResult result, @Nullable KeptReply before) {
        Reply reply = result.reply();
        boolean complete = result.outcome() == RunOutcome.COMPLETED;
        if (reply == null || (!complete && before != null && before.complete())) {
            return null;
        }
        return new KeptReply(EntityTags.tagged(reply), json(reply), complete, clock().nanoTime(), clock().instant());
    }

    private static @Nullable Json json(Reply reply) {
        String type = reply.type().split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.endsWith("+json")) {
            return null;
        }
        try {
            return Json.parse(reply.body());
        } catch (MalformedJsonException x) {
            // A mashup in Java may say so of any bytes.
            return null;
        }
    }

    private long interval() {
        ScheduleSettings settings = scheduled.settings();
        return settings.every().toNanos() + (long) (settings.jitter().toNanos() * random.getAsDouble());
    }

    private void log(@Nullable LastRun before, RunResult result) {
        boolean failed = before != null && !before.outcome().isGood();
        if (result.outcome().isGood()) {
            if (failed) {
                LOG.info("mashup {} runs again by its schedule", scheduled.name());
            }
            return;
        }
        long others = pace.others(clock().nanoTime());
        if (others >= 0) {
            LOG.warn(
                    "mashup {}: a run by its schedule has failed: {}{}",
                    scheduled.name(),
                    result.cause(),
                    others == 0 ? "" : " (and " + others + " runs since the last line)",
                    result.defect());
        }
    }

    // ---- Its readers. -------------------------------------------------------------------------------------------

    /** Returns a stage of the reply for a client. */
    public CompletionStage<Reply> reply() {
        return current().thenApply(kept -> kept.forClient(clock()));
    }

    /** Returns a stage of the snapshot for the code of a mashup. */
    CompletionStage<Snapshot> snapshot() {
        return current().thenApply(kept -> kept.forMashup(clock()));
    }

    private CompletionStage<KeptReply> current() {
        if (onDemand) {
            run();
        }
        ScheduleState now = now();
        KeptReply kept = now.kept();
        if (kept != null && !(onDemand && now.phase() == Phase.RUNNING)) {
            return CompletableFuture.completedStage(kept);
        }
        LastRun last = now.last();
        if (last != null && now.phase() == Phase.IDLE) {
            return CompletableFuture.failedStage(unavailable(
                    "it has no snapshot yet: its last run has failed", seconds(now.nextNanos() - clock().nanoTime())));
        }
        // Once it is stopped, they wait with its successor, or fail.
        return now.waiting().next(broker().pool());
    }

    private ProblemException unavailable(String why, long retrySeconds) {
        return new ProblemException(Problem.of(
                        Status.SERVICE_UNAVAILABLE,
                        "the mashup %s runs by its schedule, and %s".formatted(scheduled.name(), why))
                .header(RETRY_AFTER, Long.toString(retrySeconds)));
    }

    private static long seconds(long nanos) {
        return Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos + TimeUnit.SECONDS.toNanos(1) - 1));
    }

    private ScheduleState now() {
        return Objects.requireNonNull(state.get());
    }

    // ---- Reading. -----------------------------------------------------------------------------------------------

    /** Returns the name of its snapshot: the path without its first slash. */
    String name() {
        return scheduled.path().substring(1);
    }

    /** Returns the name of the mashup in metrics and logs. */
    public String mashup() {
        return scheduled.name();
    }

    /** Returns the path of the mashup. */
    public String path() {
        return scheduled.path();
    }

    /** Returns the time from the end of a run to the next one, without jitter. */
    public Duration every() {
        return scheduled.settings().every();
    }

    /** Returns where it is. */
    public Phase phase() {
        return now().phase();
    }

    /** Returns the age of the snapshot in seconds; NaN without one. */
    public double ageSeconds() {
        KeptReply kept = now().kept();
        return kept == null ? Double.NaN : kept.ageSeconds(clock());
    }

    /** Returns whether there is a snapshot that lacks something. */
    public boolean isIncomplete() {
        KeptReply kept = now().kept();
        return kept != null && !kept.complete();
    }

    /** Returns the time to the next run in nanoseconds; -1 unless it waits for that. */
    public long nextRunNanos() {
        ScheduleState now = now();
        return now.phase() == Phase.IDLE ? Math.max(0, now.nextNanos() - clock().nanoTime()) : -1;
    }

    /** Returns the last run that has ended; null before. */
    public @Nullable LastRun last() {
        return now().last();
    }

    /** Returns the number of runs that have ended so. */
    public long runs(RunOutcome outcome) {
        return counts.of(outcome);
    }

    /** Returns the sum of the durations of all runs in nanoseconds. */
    public long runNanos() {
        return counts.nanos();
    }

    /** Snapshots are of no client. */
    private ClientAccount account() {
        return broker().heldBytes().common();
    }

    private DefaultBroker broker() {
        return scheduled.broker().get();
    }

    private Clock clock() {
        return broker().clock();
    }
}
