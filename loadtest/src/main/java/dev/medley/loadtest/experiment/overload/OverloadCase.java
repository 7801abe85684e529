package dev.medley.loadtest.experiment.overload;

import java.time.Duration;
import java.util.List;

/** The part of a system that sets its capacity. */
enum OverloadCase {
    /** A partner that works on 20 requests at a time, each for 50 ms; one exchange a mashup. */
    PARTNER("a partner sets the capacity", Duration.ofMillis(50), 20, 1),
    /** The processors: many exchanges a mashup, with a partner that answers at once. */
    CPU("the CPU sets the capacity", Duration.ZERO, 0, 32);

    /** Mashups a second that the partner of {@link #PARTNER} can answer: 20 at a time, each in 50 ms. */
    static final double PARTNER_CAPACITY = 400;

    private final String label;
    private final Duration delay;
    private final int concurrency;
    private final int exchanges;

    OverloadCase(String label, Duration delay, int concurrency, int exchanges) {
        this.label = label;
        this.delay = delay;
        this.concurrency = concurrency;
        this.exchanges = exchanges;
    }

    /** The case in words. */
    String label() {
        return label;
    }

    /** The time that the partner takes for an answer. */
    Duration delay() {
        return delay;
    }

    /** Options of the command that runs the partner. */
    List<String> options() {
        return List.of("--concurrency", Integer.toString(concurrency));
    }

    /** Exchanges of a mashup. */
    int exchanges() {
        return exchanges;
    }
}
