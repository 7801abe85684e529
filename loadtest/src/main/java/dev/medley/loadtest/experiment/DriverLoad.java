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

    /** The load goes on a little at both ends, so that the edges of what counts are within it. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    @Override
    public String label() {
        return "Medley's driver";
    }

    @Override
    public LoadFigures closed(URI target, int users, Duration warmUp, Duration measured, Edge onEdge)
            throws IOException, InterruptedException {
        LoadPlan plan = LoadPlan.to(target)
                .closed(users)
                .rampUp(Duration.ZERO)
                .warmUp(warmUp)
                .duration(measured.plus(MARGIN.multipliedBy(2)))
                .build();
        CompletableFuture<LoadResult> load = Background.start(() -> LoadDriver.run(plan, progress -> {}));
        long begin = System.nanoTime();
        Pass.until(begin, warmUp.plus(MARGIN), load);
        onEdge.reached();
        Pass.until(begin, warmUp.plus(MARGIN).plus(measured), load);
        onEdge.reached();
        LoadResult result = Pass.end(load);
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
