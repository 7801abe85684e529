package dev.medley.stubs.internal.loop;

/** Waits for {@code RawPartner.proceed()}, or for the next request on the same connection. */
final class AwaitSignal implements Step {

    private boolean waiting;
    private boolean over;

    @Override
    public Progress advance(StepTarget connection) {
        // A request that waited behind a signal which never comes would hang.
        over |= connection.nextRequestBegun();
        if (!over && !waiting) {
            waiting = true;
            connection.onSignal(this::resume);
        }
        return over ? Progress.DONE : Progress.WAIT;
    }

    private boolean resume() {
        boolean waited = !over;
        over = true;
        return waited;
    }
}
