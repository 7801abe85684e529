package dev.medley.loadtest.codec;

import java.util.Collection;

/** Units that wait in queues, of which nothing is left when they are released. Used by one thread. */
final class HeldQueue implements UnitModel.Held {

    private final Collection<?> queues;

    HeldQueue(Collection<?> queues) {
        this.queues = queues;
    }

    @Override
    public void release() {
        queues.clear();
    }
}
