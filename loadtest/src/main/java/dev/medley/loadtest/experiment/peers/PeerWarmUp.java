package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.ProcessFacts;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * Loads a server until its compiler has done its work: until the rate has stopped rising, after a least and at most a bound
 * of CPU time.
 */
final class PeerWarmUp {

    private static final Duration STEP = Duration.ofSeconds(3);
    private static final Duration QUICK_STEP = Duration.ofMillis(1500);
    private static final double LEAST_SECONDS = 20;
    private static final double MOST_SECONDS = 60;
    private static final int FLAT = 3;
    private static final double RISE = 1.03;

    private final boolean quick;
    private double best;
    private int flat;

    /** @param quick whether one short step has to do */
    PeerWarmUp(boolean quick) {
        this.quick = quick;
    }

    /** Loads the server. */
    void run(URI target, int users, long pid) throws IOException {
        double cpuBefore = ProcessFacts.of(pid).cpuSeconds();
        double spent;
        do {
            double rate = PeerLoad.warm(target, users, quick ? QUICK_STEP : STEP);
            spent = ProcessFacts.of(pid).cpuSeconds() - cpuBefore;
            // Where CPU time is unknown, the rate alone decides.
            spent = Double.isNaN(spent) ? LEAST_SECONDS : spent;
            note(rate);
        } while (!quick && !isOver(spent));
    }

    /** Takes the rate of a step. */
    void note(double rate) {
        flat = rate > RISE * best ? 0 : flat + 1;
        best = Math.max(best, rate);
    }

    boolean isOver(double cpuSeconds) {
        return cpuSeconds >= MOST_SECONDS || (cpuSeconds >= LEAST_SECONDS && flat >= FLAT);
    }
}
