package dev.medley.mashup.internal.compute;

import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.thread.internal.compute.Drop;
import java.util.concurrent.CancellationException;

/** The failures of computations that have not run. */
final class Refusals {

    private Refusals() {}

    /** The client gets it as a 503 with {@code Retry-After}. */
    static ProblemException queueFull() {
        return new ProblemException(Status.SERVICE_UNAVAILABLE, "too many computations are waiting for a thread");
    }

    /** One that waited has been dropped for {@code cause}. */
    static RuntimeException of(Drop cause) {
        return cause == Drop.QUEUE_FULL
                ? queueFull()
                : new CancellationException(
                        "the computation is not needed any more: its mashup is over, or another branch decided");
    }
}
