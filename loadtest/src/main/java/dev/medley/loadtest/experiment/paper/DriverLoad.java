package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.RunningLoad;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** Medley's own load driver, in the process of the experiment, which does next to nothing else meanwhile. */
public final class DriverLoad implements Load {

    /** The load begins to count this long before the first edge, so that it has surely begun by then. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    /** The delay of the second edge that a busy machine may cause: the load lasts that much longer. */
    private static final Duration LATEST_EDGE = Duration.ofMillis(400);

    @Override
    public String label() {
        return "Medley's driver";
    }

    @Override
    public LoadFigures closed(URI target, int users, Duration warmUp, Duration measured, Edge onEdge)
            throws IOException, InterruptedException {
        LoadPlan plan = LoadPlan.to(target)
                .closed(users)
                .rampUp(Load.spread(warmUp))
                .warmUp(warmUp.minus(Load.spread(warmUp)))
                .duration(MARGIN.plus(measured).plus(LATEST_EDGE).plus(measured.dividedBy(10)))
                .build();
        RunningLoad<LoadResult> load =
                RunningLoad.start(onBegin -> () -> LoadDriver.run(plan, onBegin, progress -> {}));
        try {
            load.awaitTime(warmUp.plus(MARGIN));
            onEdge.reached();
            load.awaitTime(warmUp.plus(MARGIN).plus(measured));
            onEdge.reached();
        } catch (IOException | InterruptedException | RuntimeException x) {
            load.interrupt();
            throw x;
        }
        LoadResult result = load.awaitEnd();
        PhaseResult total = result.total();
        long errors = result.phases().stream().mapToLong(PhaseResult::failed).sum();
        return new LoadFigures(
                total.succeeded() + total.failed(),
                total.failed(),
                errors - total.failed(),
                total.throughput(),
                total.raw().meanMillis(),
                total.raw().p99Millis(),
                result.driver().cpuPercent());
    }
}
