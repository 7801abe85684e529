package dev.medley.partner.internal.health;

import dev.medley.partner.HealthCheckSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The health of one endpoint by the results of its checks: healthy until some in a row fail. Thread-safe. */
public final class CheckedHealth {

    private static final Logger LOG = LoggerFactory.getLogger(CheckedHealth.class);

    private final String name;
    private final int failures;
    private final int successes;
    private final Runnable onChange;
    private volatile boolean healthy = true;
    /** Results in a row that speak against the present health. */
    private int against;

    /**
     * Creates the health of the endpoint {@code name}.
     *
     * @param onChange called after it has changed, by the thread that reports the check, holding no lock
     */
    public CheckedHealth(String name, HealthCheckSettings settings, Runnable onChange) {
        this.name = name;
        failures = settings.failures();
        successes = settings.successes();
        this.onChange = onChange;
    }

    /** Returns whether attempts should go there. */
    public boolean isHealthy() {
        return healthy;
    }

    /**
     * A check has ended.
     *
     * @param failure the cause in words if it failed, or empty
     */
    public void checked(String failure) {
        if (!changes(failure.isEmpty())) {
            return;
        }
        if (failure.isEmpty()) {
            LOG.info("{}: healthy again", name);
        } else {
            LOG.warn("{}: unhealthy: {}", name, failure);
        }
        onChange.run();
    }

    private synchronized boolean changes(boolean good) {
        if (good == healthy) {
            against = 0;
            return false;
        }
        against++;
        if (against < (good ? successes : failures)) {
            return false;
        }
        against = 0;
        healthy = good;
        return true;
    }
}
