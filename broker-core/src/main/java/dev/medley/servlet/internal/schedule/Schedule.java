package dev.medley.servlet.internal.schedule;

import dev.medley.account.internal.ClientAccount;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Snapshot;
import dev.medley.mashup.Status;
import dev.medley.mashup.internal.Snapshots;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of one mashup: when it runs, and the snapshot of its reply. One compare-and-set on the state begins a run, ends it and
 * stops the schedule, so that no run overlaps another and none that was stopped leaves a snapshot. Thread-safe.
 */
public final class Schedule {

    private static final String RETRY_AFTER = "Retry-After";

    private final ScheduledMashup scheduled;
    private final Snapshots snapshots;
    private final DoubleSupplier random;
    private final AtomicReference<ScheduleState> state =
            new AtomicReference<>(new ScheduleState(Phase.NEW, null, null, new Waiting(), null, 0));
    private final ScheduleLog log;
    private volatile RunCounts counts = new RunCounts();
    /** Whether each reader has it run, in place of time. */
    private volatile boolean onDemand;
    /** Whether the snapshot is of a predecessor with other code: any good reply is better. */
    private volatile boolean inherited;
    /** The run that was begun last. */
    private volatile @Nullable ScheduledRun latest;
    /** Runs without a good reply since the start, while there is no snapshot. Of the end of a run. */
    private volatile int failures;

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
        log = new ScheduleLog(scheduled.name());
    }

    // ---- Its life. ----------------------------------------------------------------------------------------------

    /** Has it run when it is read, and at no other time. Before it begins. */
    void onDemand() {
        onDemand = true;
    }

    /**
     * Runs the mashup after {@code firstNanos}, or as soon as somebody reads it, and from then on by its interval. Without effect once it
     * has begun, or if it runs on demand.
     */
    void begin(long firstNanos) {
        ScheduleState now = now();
        if (now.phase() != Phase.NEW || onDemand) {
            return;
        }
        long time = clock().nanoTime();
        long delay = now.nextNanos() == 0 ? firstNanos : now.nextNanos() - time;
        if (delay <= 0) {
            run();
        } else if (state.compareAndSet(now, now.awaiting(time + delay))) {
            awaitNext(time + delay, delay);
        }
    }

    /** Ends it: cancels a run in flight, and begins no other one. Readers of a first snapshot fail. */
    void stop() {
        ScheduleState last = stopped();
        if (last == null) {
            return;
        }
        last.waiting().fail(unavailable("its schedule has ended", 1));
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
                cancelTimer();
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
        inherited = !same || before.inherited;
        failures = before.failures;
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

    /** Runs it at {@code atNanos}, which the state says, too. */
    private void awaitNext(long atNanos, long delayNanos) {
        Clock.ScheduledTask waits = clock().schedule(delayNanos, () -> due(atNanos));
        timer = waits;
        if (now().phase() == Phase.STOPPED) {
            waits.cancel();
        }
    }

    private void cancelTimer() {
        Clock.ScheduledTask waits = timer;
        if (waits != null) {
            waits.cancel();
        }
    }

    private void due(long atNanos) {
        ScheduleState now = now();
        if (now.phase() != Phase.IDLE || now.nextNanos() != atNanos) {
            // A reader has begun the run before.
            return;
        }
        ScheduledRun before = latest;
        LastRun last = now.last();
        boolean hasExpired = last != null && last.outcome() == RunOutcome.EXPIRED;
        if (!hasExpired || before == null || !before.isComposing()) {
            run();
            return;
        }
        // Its deadline has ended it, but its code holds a thread. Each further run would hold one more.
        long interval = interval();
        long next = clock().nanoTime() + interval;
        if (state.compareAndSet(now, now.awaiting(next))) {
            log.blocked(clock().nanoTime());
            awaitNext(next, interval);
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
        latest = run;
        cancelTimer();
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
        failures = next == null && before == null ? failures + 1 : 0;
        long interval = failures == 0 ? interval() : Math.min(interval(), FirstRuns.retryNanos(failures));
        long nextNanos = clock().nanoTime() + interval;
        LastRun last = new LastRun(result.outcome(), result.status(), result.cause(), clock().instant(), nanos);
        if (!state.compareAndSet(now, now.idle(next, last, nextNanos))) {
            release(next);
            return;
        }
        if (next != null) {
            inherited = false;
            release(before);
        }
        counts.add(result.outcome(), nanos);
        log.ended(now.last(), result, clock().nanoTime());
        KeptReply current = next == null ? before : next;
        if (current == null) {
            now.waiting().fail(unavailable("its last run has failed", seconds(interval)));
        } else {
            now.waiting().complete(current);
        }
        if (!onDemand) {
            awaitNext(nextNanos, interval);
        }
    }

    /** Returns what is kept of the reply; null to go on with what there is. */
    private @Nullable KeptReply kept(RunResult result, @Nullable KeptReply before) {
        Reply reply = result.reply();
        boolean complete = result.outcome() == RunOutcome.COMPLETED;
        boolean hasBetter = before != null && before.complete() && !inherited;
        return reply == null || (!complete && hasBetter) ? null : KeptReply.of(reply, complete, clock());
    }

    private long interval() {
        ScheduleSettings settings = scheduled.settings();
        return settings.every().toNanos() + (long) (settings.jitter().toNanos() * random.getAsDouble());
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
        if (now.phase() == Phase.IDLE && now.kept() == null && now.last() == null) {
            // Its turn among the first runs comes later. The run has nothing of the reader's context.
            long atNanos = now.nextNanos();
            broker().pool().execute(() -> due(atNanos));
            return now.waiting().next(broker().pool());
        }
        KeptReply kept = now.kept();
        if (kept != null && !(onDemand && now.phase() == Phase.RUNNING)) {
            return CompletableFuture.completedStage(kept);
        }
        LastRun last = now.last();
        if (last != null && now.phase() == Phase.IDLE) {
            return CompletableFuture.failedStage(
                    unavailable("its last run has failed", seconds(now.nextNanos() - clock().nanoTime())));
        }
        // Once it is stopped, they wait with its successor, or fail.
        return now.waiting().next(broker().pool());
    }

    private ProblemException unavailable(String why, long retrySeconds) {
        return new ProblemException(
                Problem.of(Status.SERVICE_UNAVAILABLE, "no snapshot of %s: %s".formatted(scheduled.name(), why))
                        .header(RETRY_AFTER, Long.toString(retrySeconds)));
    }

    private static long seconds(long nanos) {
        return Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos + TimeUnit.SECONDS.toNanos(1) - 1));
    }

    private ScheduleState now() {
        return Objects.requireNonNull(state.get());
    }

    // ---- Reading. -----------------------------------------------------------------------------------------------

    /** Returns the name of its snapshot. */
    String name() {
        return scheduled.snapshot();
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
