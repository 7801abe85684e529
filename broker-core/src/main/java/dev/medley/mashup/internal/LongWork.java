package dev.medley.mashup.internal;

import dev.medley.context.Context;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.format.Format;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.compute.ComputeOwner;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.ThreadLedger;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Medley's own work for one mashup that may take long, such as that on large bodies: on a thread for such work if the calling one serves
 * others, with the context, the ledger and the phases of the mashup. Thread-safe.
 */
public final class LongWork implements Executor {

    private static final int TIMES_LONGER = 8;

    private final DefaultMashup mashup;
    private final ComputeOwner owner;
    private final BrokerPool pool;

    LongWork(DefaultMashup mashup, ComputeOwner owner) {
        this.mashup = mashup;
        this.owner = owner;
        pool = mashup.broker().pool();
    }

    /** Runs {@code task}, which must not call code of the mashup. */
    @Override
    public void execute(Runnable task) {
        if (pool.bodies().isForLongWork()) {
            Context.carriedTo(pool.quiescence().counting(pool.bodies()))
                    .execute(() -> owner.begins(RequestPhase.COMPOSING).during(task));
        } else {
            task.run();
        }
    }

    /** Reads a response, in place if that is short. Other formats than JSON take some ten times as long as that. */
    <T> CompletionStage<T> read(PartnerResponse response, Format<T> format) {
        BrokerStage<T> result = new BrokerStage<>(pool);
        if (response.body().length > BodyExecutor.LARGE / TIMES_LONGER
                && pool.bodies().isForLongWork()) {
            complete(result, RequestPhase.COMPOSING, () -> response.read(format));
        } else {
            result.complete(response.read(format));
        }
        return result;
    }

    /**
     * Completes {@code result} by what {@code work} returns or throws, where the code of the mashup may run; without the work if the reply
     * has been decided before its turn.
     *
     * @param phase of the work
     */
    <T> void complete(BrokerStage<T> result, RequestPhase phase, Supplier<T> work) {
        Context context = Context.capture();
        BodyExecutor bodies = pool.bodies();
        bodies.execute(
                () -> done(phase, work, context),
                (value, failure) -> goOn(context, () -> complete(result, value, failure)));
    }

    private <T> T done(RequestPhase phase, Supplier<T> work, Context context) {
        if (mashup.isOver()) {
            throw new CancellationException("the reply has been decided");
        }
        ThreadLedger.Work working = owner.begins(phase);
        Context.Scope scope = context.enter();
        try {
            return work.get();
        } finally {
            scope.close();
            working.close();
        }
    }

    /** Runs {@code completion}, on which code of the mashup depends, on the threads of that, with the context of the calling one. */
    void goOn(ExecutionTarget.OtherThreads elsewhere, Runnable completion) {
        elsewhere.execute(code(Context.capture(), completion));
    }

    private void goOn(Context context, Runnable completion) {
        Runnable code = code(context, completion);
        ExecutionTarget.OtherThreads elsewhere = mashup.otherThreads();
        if (elsewhere == null) {
            code.run();
        } else {
            elsewhere.execute(code);
        }
    }

    private Runnable code(Context context, Runnable completion) {
        return () -> owner.begins(RequestPhase.COMPOSING).during(() -> context.run(completion));
    }

    private static <T> void complete(BrokerStage<T> result, @Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(failure);
        }
    }
}
