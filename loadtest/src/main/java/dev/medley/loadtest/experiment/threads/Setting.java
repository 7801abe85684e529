package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.driver.plan.LoadPlan;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * The conditions of a window.
 *
 * @param series the series that it belongs to
 * @param closing whether each request has a connection of its own
 * @param users of the closed loop
 * @param size of the file, in bytes
 * @param roundTripMillis that the network has
 * @param pauseMillis of a user between requests
 */
record Setting(Series series, boolean closing, int users, int size, int roundTripMillis, int pauseMillis) {

    private static final int USERS_PER_SECOND = 4_000;
    /** Where each connection needs a thread before the next one is accepted. */
    private static final int KEPT_PER_SECOND = 1_500;

    private static final int MANY = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(15);

    static Setting of(Series series, boolean closing, int users, int size) {
        return new Setting(series, closing, users, size, 0, 0);
    }

    Setting withRoundTrip(int millis) {
        return new Setting(series, closing, users, size, millis, pauseMillis);
    }

    Setting withPause(int millis) {
        return new Setting(series, closing, users, size, roundTripMillis, millis);
    }

    /** The same with connections that are kept, or closed. */
    Setting withClosing(boolean other) {
        return new Setting(series, other, users, size, roundTripMillis, pauseMillis);
    }

    /** The time over which the users begin. */
    Duration rampUp() {
        boolean kept = series == Series.CONNECTIONS && !closing;
        return Duration.ofMillis(users * 1000L / (kept ? KEPT_PER_SECOND : USERS_PER_SECOND));
    }

    /** The time under load before anything counts: some answers of each user. */
    Duration lead(Times times) {
        return users >= MANY ? times.lead().multipliedBy(5) : times.lead().plusMillis(3L * roundTripMillis);
    }

    /** The time that counts. */
    Duration window(Times times) {
        boolean slow = users >= MANY || roundTripMillis > 0 || pauseMillis > 0;
        return slow ? times.window().multipliedBy(3) : times.window();
    }

    /**
     * The load.
     *
     * @param sources addresses to connect from; none for the default
     */
    LoadPlan plan(URI target, Times times, List<InetAddress> sources) {
        return LoadPlan.to(target)
                .closing(closing)
                .sources(sources)
                .holding(true)
                .together(true)
                .closed(users)
                .thinkTime(Duration.ofMillis(pauseMillis))
                .rampUp(rampUp())
                .warmUp(lead(times))
                .duration(window(times))
                .timeout(users >= MANY ? LONG_PATIENCE : PATIENCE)
                .build();
    }

    /** Connections that are kept, or closed, in a word. */
    String way() {
        return way(closing);
    }

    static String way(boolean closing) {
        return closing ? "closed" : "kept";
    }

    /**
     * The times of a window.
     *
     * @param lead before anything counts, at least
     * @param window that counts; three times as long where answers are slow or users many
     */
    record Times(Duration lead, Duration window) {}
}
