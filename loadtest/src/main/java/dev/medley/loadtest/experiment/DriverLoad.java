package dev.medley.loadtest.experiment;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.LoadPlan;
import dev.medley.loadtest.driver.LoadResult;
import dev.medley.loadtest.driver.PhaseResult;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Medley's own load driver, in the process of the experiment, which does next to nothing else meanwhile. */
final class DriverLoad implements Load {

    /** The load begins to count a little before the first edge, by which it has begun for sure. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    /** By how much the second edge may be late on a busy machine: the load goes on for so long, and then to its last answer. */
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
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        Background<LoadResult> load =
                Background.start(() -> LoadDriver.run(plan, () -> begun.complete(true), progress -> {}));
        try {
            Pass.begun(begun, load.result());
            long begin = System.nanoTime();
            Pass.until(begin, warmUp.plus(MARGIN), load.result());
            onEdge.reached();
            Pass.until(begin, warmUp.plus(MARGIN).plus(measured), load.result());
            onEdge.reached();
        } catch (IOException | InterruptedException | RuntimeException x) {
            load.interrupt();
            throw x;
        }
        LoadResult result = Pass.end(load.result());
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
