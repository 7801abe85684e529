package dev.medley.loadtest.experiment;

import dev.medley.loadtest.jmeter.JMeterHome;
import dev.medley.loadtest.jmeter.JMeterPlan;
import dev.medley.loadtest.jmeter.JMeterResult;
import dev.medley.loadtest.jmeter.JMeterRun;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** JMeter with the plan that Medley ships, in a process of its own. */
final class JMeterLoad implements Load {

    /** JMeter reports once a second that it has begun; the load goes on for so much longer than what counts. */
    private static final Duration MARGIN = Duration.ofSeconds(3);

    private final JMeterHome home;

    JMeterLoad(JMeterHome home) {
        this.home = home;
    }

    @Override
    public String label() {
        return "JMeter";
    }

    @Override
    public LoadFigures closed(URI target, int users, Duration warmUp, Duration measured, Edge onEdge)
            throws IOException, InterruptedException {
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        try (JMeterRun run = JMeterRun.of(home, JMeterPlan.CLOSED_LOOP)
                .property("users", users)
                .property("rampup", Load.spread(warmUp).toSeconds())
                .property("host", target.getHost())
                .property("port", target.getPort())
                .property("path", target.getRawPath() + "?" + target.getRawQuery())
                .property("seconds", warmUp.plus(measured).plus(MARGIN).toSeconds())
                .warmUp(warmUp)
                .progress(progress -> {
                    if (progress.succeeded() + progress.failed() > 0) {
                        begun.complete(true);
                    }
                })
                .start()) {
            CompletableFuture<JMeterResult> load = Background.start(run::await).result();
            Pass.begun(begun, load);
            long begin = System.nanoTime();
            Pass.until(begin, warmUp, load);
            onEdge.reached();
            Pass.until(begin, warmUp.plus(measured), load);
            onEdge.reached();
            JMeterResult result = Pass.end(load);
            return new LoadFigures(
                    result.steadyRequests(),
                    result.steadyFailed(),
                    result.failed() - result.steadyFailed(),
                    result.throughput(),
                    result.meanMillis(),
                    result.p99Millis(),
                    Double.NaN);
        }
    }
}
