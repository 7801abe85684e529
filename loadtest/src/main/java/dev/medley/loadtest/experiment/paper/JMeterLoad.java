package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.experiment.server.RunningLoad;
import dev.medley.loadtest.jmeter.JMeterHome;
import dev.medley.loadtest.jmeter.JMeterResult;
import dev.medley.loadtest.jmeter.JMeterRun;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** JMeter with the plan that Medley ships, in a process of its own. */
public final class JMeterLoad implements Load {

    /** The beginning of JMeter is noticed up to a second late, so its load lasts this much longer than the time that counts. */
    private static final Duration MARGIN = Duration.ofSeconds(3);

    private final JMeterHome home;

    public JMeterLoad(JMeterHome home) {
        this.home = home;
    }

    @Override
    public String label() {
        return "JMeter";
    }

    @Override
    public LoadFigures closed(URI target, int users, Duration warmUp, Duration measured, Edge onEdge)
            throws IOException, InterruptedException {
        Map<String, Object> properties = Map.of(
                "users", users,
                "rampup", Load.spread(warmUp).toSeconds(),
                "host", target.getHost(),
                "port", target.getPort(),
                "path", target.getRawPath() + "?" + target.getRawQuery(),
                "seconds", warmUp.plus(measured).plus(MARGIN).toSeconds());
        try (JMeterRun run = JMeterRun.start(home, JMeterRun.CLOSED_LOOP, properties)) {
            RunningLoad<JMeterResult> load = RunningLoad.start(onBegin -> () -> run.await(warmUp, ended -> {
                if (ended > 0) {
                    onBegin.run();
                }
            }));
            load.awaitTime(warmUp);
            onEdge.reached();
            load.awaitTime(warmUp.plus(measured));
            onEdge.reached();
            JMeterResult result = load.awaitEnd();
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
