package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One run of {@link PartnerDown}: a partner in this process, a server in its own, and clients. */
final class PartnerDownRun implements AutoCloseable {

    private static final Duration DELAY = Duration.ofMillis(20);
    private static final int MAX_CONNECTIONS = 2_000;
    private static final int WARM_UP_SECONDS = 2;

    private final Setup setup;
    private final PartnerDown.Variant variant;
    private final PartnerDown.Times times;
    private final PartnerStubs partner;
    private volatile Failure failure;

    PartnerDownRun(Setup setup, PartnerDown.Variant variant, PartnerDown.Times times) {
        this.setup = setup;
        this.variant = variant;
        this.times = times;
        failure = new Failure(System.nanoTime());
        partner = PartnerStubs.builder()
                .recorded(0)
                .answer("GET", "/partner/{i}", request -> answer())
                .start();
    }

    /** The time at which the partner fails, and its requests. */
    private final class Failure {

        final long beginNanos;
        final SecondTally reached;

        Failure(long beginNanos) {
            this.beginNanos = beginNanos;
            reached = new SecondTally(beginNanos, times.all());
        }

        boolean isDownAt(long nanos) {
            long since = nanos - beginNanos;
            return since >= TimeUnit.SECONDS.toNanos(times.before()) && since < TimeUnit.SECONDS.toNanos(times.up());
        }

        double secondsSinceUp(long nanos) {
            double since = nanos - beginNanos - TimeUnit.SECONDS.toNanos(times.up());
            return Math.max(0, since / TimeUnit.SECONDS.toNanos(1));
        }
    }

    private StubAnswer answer() {
        long now = System.nanoTime();
        Failure present = failure;
        present.reached.countAt(now);
        return present.isDownAt(now)
                ? variant.failure()
                : StubAnswer.json(200, "{}").delay(DELAY);
    }

    PartnerDown.Run measure() throws IOException, InterruptedException {
        String yaml = ServerUnderTest.configuration(
                        ExecutionMode.ASYNC,
                        PartnerProtocol.AUTO,
                        Map.of("partner", partner.uri().toString()),
                        MAX_CONNECTIONS)
                + "    retries: 3\n    retry: " + variant.retry() + "\n";
        String name = "server-" + variant.name().toLowerCase(Locale.ROOT);
        try (ServerUnderTest server = ServerUnderTest.unsampled(ServerUnderTest.launch(setup, name, yaml, List.of()));
                Progress.Stage stage = setup.progress().stage(variant.title(), times.arrivals())) {
            return load(server, stage);
        }
    }

    private PartnerDown.Run load(ServerUnderTest server, Progress.Stage stage) throws InterruptedException {
        warmUp(server);
        Failure present = new Failure(System.nanoTime());
        failure = present;
        SecondTally sent = new SecondTally(present.beginNanos, times.all());
        SecondTally failed = new SecondTally(present.beginNanos, times.all());
        try (RetryingClients clients = new RetryingClients(server.fanout(1), sent, failed)) {
            clients.run(PartnerDown.RATE, times.arrivals(), () -> stage.advance(1));
            double recovery = present.secondsSinceUp(clients.lastFailureNanos());
            return new PartnerDown.Run(times, sent, failed, present.reached, recovery);
        }
    }

    /** Loads the classes of the server, and of the clients; the seconds before the failure are to compile them. */
    private void warmUp(ServerUnderTest server) throws InterruptedException {
        SecondTally none = new SecondTally(System.nanoTime(), 1);
        try (RetryingClients clients = new RetryingClients(server.fanout(1), none, none)) {
            clients.run(PartnerDown.RATE / 4, WARM_UP_SECONDS, () -> {});
        }
    }

    @Override
    public void close() {
        partner.close();
    }
}
