package dev.medley.mashup.internal;

import dev.medley.mashup.Snapshot;
import java.util.concurrent.CompletionStage;

/** The snapshots that a mashup finds by the names of others. */
@FunctionalInterface
public interface Snapshots {

    /**
     * Returns a stage of the last snapshot of a mashup.
     *
     * @throws IllegalArgumentException if no mashup with this name has a schedule; the message lists those that have
     */
    CompletionStage<Snapshot> snapshot(String name);
}
