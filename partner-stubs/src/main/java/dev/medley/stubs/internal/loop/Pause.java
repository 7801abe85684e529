package dev.medley.stubs.internal.loop;

import java.time.Duration;

/** Lets time pass without a thread. */
final class Pause implements Step {

    private final Duration interval;
    private boolean begun;
    private boolean over;

    Pause(Duration interval) {
        this.interval = interval;
    }

    @Override
    public Progress advance(StepTarget connection) {
        if (!begun) {
            begun = true;
            connection.after(interval, () -> over = true);
        }
        return over ? Progress.DONE : Progress.WAIT;
    }
}
