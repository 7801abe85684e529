package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.report.Progress;
import dev.medley.stubs.StubAnswer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A variant of {@link PartnerDown}: a partner in this process that fails for a while, and clients that retry. */
final class PartnerDownBench extends StubBench<PartnerDown.Run> {

    static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration DELAY = Duration.ofMillis(20);

    private final PartnerDown.Times times;
    private final Outage outage;

    PartnerDownBench(PartnerDown.Variant variant, PartnerDown.Times times) {
        this(variant, times, new Outage(variant, times));
    }

    private PartnerDownBench(PartnerDown.Variant variant, PartnerDown.Times times, Outage outage) {
        super("retries: 3\nretry: " + variant.retry(), outage::answer);
        this.times = times;
        this.outage = outage;
    }

    /** The answers of the partner. The times count from the last {@link #begin}. */
    private static final class Outage {

        private final PartnerDown.Variant variant;
        private final PartnerDown.Times times;
        private volatile Failure failure;

        Outage(PartnerDown.Variant variant, PartnerDown.Times times) {
            this.variant = variant;
            this.times = times;
            failure = new Failure(times, System.nanoTime());
        }

        Failure begin() {
            Failure begun = new Failure(times, System.nanoTime());
            failure = begun;
            return begun;
        }

        StubAnswer answer() {
            long now = System.nanoTime();
            Failure present = failure;
            present.reached.countAt(now);
            return present.isDownAt(now)
                    ? variant.failure()
                    : StubAnswer.json(200, "{}").delay(DELAY);
        }
    }

    /** The time at which the partner fails, and its requests. */
    private static final class Failure {

        final long beginNanos;
        final SecondTally reached;
        private final PartnerDown.Times times;

        Failure(PartnerDown.Times times, long beginNanos) {
            this.times = times;
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

    /** Loads the classes of the server, and of the clients; the seconds before the failure are to compile them. */
    @Override
    public void warmUp(ServerUnderTest server, Progress.Task task) throws InterruptedException {
        SecondTally none = new SecondTally(System.nanoTime(), 1);
        try (RetryingClients clients = new RetryingClients(server.fanout(1), none, none)) {
            clients.run(PartnerDown.RATE / 4, (int) WARM_UP.toSeconds(), () -> task.advance(1));
        }
    }

    @Override
    public PartnerDown.Run run(ServerUnderTest server, Progress.Task task) throws InterruptedException {
        Failure present = outage.begin();
        SecondTally sent = new SecondTally(present.beginNanos, times.all());
        SecondTally failed = new SecondTally(present.beginNanos, times.all());
        try (RetryingClients clients = new RetryingClients(server.fanout(1), sent, failed)) {
            clients.run(PartnerDown.RATE, times.arrivals(), () -> task.advance(1));
            double recovery = present.secondsSinceUp(clients.lastFailureNanos());
            return new PartnerDown.Run(times, sent, failed, present.reached, recovery);
        }
    }
}
