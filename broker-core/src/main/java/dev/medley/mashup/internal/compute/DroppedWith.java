package dev.medley.mashup.internal.compute;

import dev.medley.exchange.internal.dispatch.ExchangeGroup;
import dev.medley.thread.internal.compute.Computation;
import dev.medley.thread.internal.compute.Drop;

/** What a computation is dropped with, beside its mashup. */
final class DroppedWith {

    private DroppedWith() {}

    /** Drops {@code computation} with the branch of {@code each} or {@code race} that the calling thread runs, if it runs one. */
    static void branch(Computation computation) {
        ExchangeGroup branch = ExchangeGroup.current();
        if (branch != null && !branch.add(() -> computation.unneeded(Drop.CANCELLED))) {
            computation.unneeded(Drop.CANCELLED);
        }
    }
}
