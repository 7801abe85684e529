package dev.medley.loadtest.driver;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** One run of one plan. The thread that calls {@link #run} keeps the books, another one keeps the schedule. */
final class LoadRun {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** The interval of checks for the end, once no more requests are to start. */
    private static final long LOOK = 5 * MILLI;

    /** Over and above the timeout of the last request; after that, what has not ended is taken for lost. */
    private static final long PATIENCE = 5 * SECOND;

    private final LoadPlan plan;
    private final Instant beganAt = Instant.now();
    private final RunTime time = RunTime.starting(Pace.REAL);
    private final Timetable timetable;
    private final Measurements measurements;
    private final CpuMeter meter = new CpuMeter();
    private final long cpuBefore = meter.processNanos();

    LoadRun(LoadPlan plan) {
        this.plan = plan;
        timetable = plan.profile().timetable(plan.warmUp());
        measurements = new Measurements(time, timetable, plan.profile() instanceof LoadProfile.Open);
    }

    LoadResult run(LoadClient client, Consumer<Progress> progress) {
        DriverSampler sampler = new DriverSampler(timetable, measurements, client.connections()::open, meter);
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
            return due -> new ClosedUser(client, measurements, think).proceed();
        }
        return due -> client.connections().send(new LoadAttempt(client, measurements.begin(due), outcome -> {}));
    }

    /** Waits for the end; returns whether it came by itself. */
    private boolean observe(Pacer pacer, DriverSampler sampler, Consumer<Progress> progress) {
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
                time.pace().pause(Math.min(tick, now < end ? end : now + LOOK) - now);
            }
        }
        return false;
    }

    private Progress progress(long now, Second second) {
        Window window = timetable.at(now - 1);
        return new Progress(
                Duration.ofNanos(now),
                Duration.ofNanos(Math.max(0, timetable.endNanos() - now)),
                window == null ? "last answers" : window.name(),
                measurements.succeeded.sum(),
                measurements.failed.sum(),
                second);
    }

    private LoadResult result(DriverSampler sampler, long end, boolean finished, int unfinished, boolean sameMachine) {
        List<ResultBuilder.Counted> counted =
                new ResultBuilder(plan, sampler.shares(), end).counted(measurements.tallies());
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
