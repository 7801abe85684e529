package dev.medley.server.internal.declared.plan;

import dev.medley.context.Context;
import dev.medley.mashup.Snapshot;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

/** The wait of a mashup for a snapshot that there is not yet. */
final class FirstSnapshot {

    /** The reply without it needs the other half. */
    private static final int PART_OF_TIME = 2;

    private FirstSnapshot() {}

    /**
     * Returns a stage of a snapshot that the mashup can reply without. It fails in the middle of the time that is left to the mashup,
     * since at the deadline there would be no reply at all.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it is first.
    static CompletionStage<Snapshot> unlessLate(CompletionStage<Snapshot> read, DefaultMashup mashup) {
        CompletableFuture<Snapshot> awaited = read.toCompletableFuture();
        if (awaited.isDone()) {
            return read;
        }
        CompletableFuture<Snapshot> first = new CompletableFuture<>();
        Executor pool = Context.carriedTo(mashup.broker().pool());
        Clock.ScheduledTask late = mashup.broker()
                .clock()
                .schedule(
                        mashup.nanosLeft() / PART_OF_TIME,
                        () -> pool.execute(
                                () -> first.completeExceptionally(new TimeoutException("there is no snapshot yet"))));
        awaited.whenComplete((snapshot, failure) -> {
            late.cancel();
            if (failure == null) {
                first.complete(snapshot);
            } else {
                first.completeExceptionally(failure);
            }
        });
        return first;
    }
}
