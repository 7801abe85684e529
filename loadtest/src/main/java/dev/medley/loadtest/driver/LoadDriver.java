package dev.medley.loadtest.driver;

import dev.medley.loadtest.driver.client.DriverProcess;
import dev.medley.loadtest.driver.client.LoadClient;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProfile;
import dev.medley.loadtest.driver.plan.Timetable;
import dev.medley.loadtest.driver.result.DriverUse;
import dev.medley.loadtest.driver.result.Latency;
import dev.medley.loadtest.driver.result.LoadProgress;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.Measurements;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.driver.result.ResultBuilder;
import dev.medley.loadtest.driver.result.RunTime;
import dev.medley.loadtest.driver.result.Second;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Carries out a {@link LoadPlan}.
 *
 * <p>A run takes the threads of the plan, one that keeps the schedule, and one for timers, however many requests are in
 * flight. All of them end with the run, and all connections are closed.
 */
public final class LoadDriver {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** The interval of checks for the end, once no more requests are to start. */
    private static final long LOOK = 5 * MILLI;

    /** Over and above the timeout of the last request; after that, what has not ended is taken for lost. */
    private static final long PATIENCE = 5 * SECOND;

    private final LoadPlan plan;
    private final Instant beganAt = Instant.now();
    private final RunTime time = RunTime.starting();
    private final Timetable timetable;
    private final Measurements measurements;
    private final DriverProcess meter = new DriverProcess();
    private final long cpuBefore = meter.processNanos();

    private LoadDriver(LoadPlan plan) {
        this.plan = plan;
        timetable = plan.profile().timetable(plan.warmUp());
        measurements = new Measurements(time, timetable, plan.profile() instanceof LoadProfile.Open);
    }

    /**
     * Runs {@code plan} to its end and to that of its last request, or until the calling thread is interrupted: then
     * it returns soon with what there is, {@link LoadResult#stopped} is true, and the thread is still interrupted.
     *
     * @param progress called once a second, by the calling thread
     * @throws IOException if the target's host is unknown, or a source address is none of this machine; a target that
     *     does not answer is no exception but a number of errors
     */
    public static LoadResult run(LoadPlan plan, Consumer<LoadProgress> progress) throws IOException {
        return run(plan, () -> {}, progress);
    }

    /**
     * As {@link #run(LoadPlan, Consumer)}, for callers that must know when the load begins: the client is ready by then.
     *
     * @param onBegin called by the calling thread; must not take long
     */
    public static LoadResult run(LoadPlan plan, Runnable onBegin, Consumer<LoadProgress> progress) throws IOException {
        try (LoadClient client = LoadClient.start(plan)) {
            onBegin.run();
            return new LoadDriver(plan).run(client, progress);
        }
    }

    private LoadResult run(LoadClient client, Consumer<LoadProgress> progress) {
        DriverSampler sampler = new DriverSampler(measurements, client.connections()::open, meter);
        Pacer pacer = new Pacer(plan.profile().starts(timetable), time, starter(client));
        Thread pacing = new Thread(pacer, "load-pacer");
        pacing.setDaemon(true);
        pacing.start();
        boolean finished;
        try {
            finished = observe(pacer, sampler, progress);
        } finally {
            pacer.stop();
            LockSupport.unpark(pacing);
        }
        pacer.checkFailure();
        int unfinished = measurements.stop();
        long end = time.now();
        sampler.finish(end);
        return result(sampler, end, finished, unfinished, client.targetIsLocal());
    }

    private LongConsumer starter(LoadClient client) {
        if (plan.profile() instanceof LoadProfile.Closed closed) {
            long think = closed.thinkTime().toNanos();
            long together = plan.together() ? closed.rampUp().toNanos() : 0;
            LongSupplier wait = () -> Math.max(think, together - time.now());
            return due -> new ClosedUser(client, measurements, plan.holding(), wait).proceed();
        }
        return due -> client.connections().send(new LoadAttempt(client, measurements.begin(due), outcome -> {}));
    }

    /** Waits for the end; returns whether it came by itself. */
    private boolean observe(Pacer pacer, DriverSampler sampler, Consumer<LoadProgress> progress) {
        long end = timetable.endNanos();
        long givenUp = end + plan.timeout().toNanos() + PATIENCE;
        long tick = SECOND;
        while (!Thread.currentThread().isInterrupted()) {
            long now = time.now();
            if (now >= tick) {
                progress.accept(progress(now, sampler.sample(now)));
                tick = (now / SECOND + 1) * SECOND;
            } else if (now >= end && pacer.done() && measurements.inFlight() == 0) {
                return true;
            } else if (now >= givenUp && pacer.done()) {
                return false;
            } else {
                time.pause(Math.min(tick, now < end ? end : now + LOOK) - now);
            }
        }
        return false;
    }

    private LoadProgress progress(long now, Second second) {
        Timetable.Window window = timetable.at(now - 1);
        return new LoadProgress(
                Duration.ofNanos(now),
                Duration.ofNanos(Math.max(0, timetable.endNanos() - now)),
                window == null ? "last answers" : window.name(),
                measurements.succeeded.sum(),
                measurements.failed.sum(),
                second);
    }

    private LoadResult result(DriverSampler sampler, long end, boolean finished, int unfinished, boolean sameMachine) {
        List<ResultBuilder.Counted> counted = new ResultBuilder(plan, end).counted(measurements.tallies());
        List<PhaseResult> phases =
                counted.stream().map(ResultBuilder.Counted::phase).toList();
        PhaseResult total = ResultBuilder.total(counted);
        return new LoadResult(
                plan.target().toString(),
                plan.protocol(),
                plan.profile().describe(),
                beganAt,
                (double) end / SECOND,
                !finished,
                unfinished,
                total,
                phases,
                sampler.seconds(),
                driverUse(total, phases, ResultBuilder.startDelays(counted), sameMachine));
    }

    private DriverUse driverUse(PhaseResult total, List<PhaseResult> phases, Latency startDelays, boolean sameMachine) {
        double cpuSeconds = (double) (meter.processNanos() - cpuBefore) / SECOND;
        return DriverUse.of(
                total,
                phases.stream().filter(PhaseResult::measured).toList(),
                cpuSeconds,
                DriverUse.share(Runtime.getRuntime().availableProcessors(), sameMachine),
                startDelays);
    }
}
