package dev.medley.partner;

import java.util.concurrent.atomic.AtomicBoolean;

/** The right to use one connection to a partner. Whoever has it must end it; ending it again does nothing. */
public final class Permit {

    private final Permits permits;
    private final AtomicBoolean ended = new AtomicBoolean();

    Permit(Permits permits) {
        this.permits = permits;
    }

    /** Gives the right back; the exchange that has waited longest gets it. */
    public void end() {
        if (ended.compareAndSet(false, true)) {
            permits.giveBack();
        }
    }
}
