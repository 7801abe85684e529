package dev.medley.exchange.internal.call;

import dev.medley.account.internal.ClientAccount;
import dev.medley.exchange.internal.dispatch.SerialQueue;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.ledger.ThreadLedger;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A queue whose tasks run on the pool of a broker, and are entered in its ledger. A call extends it rather than having one. */
public abstract class BrokerQueue extends SerialQueue {

    /** The time that a turn of repeated steps has. */
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final BrokerServices services;

    BrokerQueue(BrokerServices services, ExecutionTarget executionTarget) {
        super(executionTarget);
        this.services = services;
    }

    BrokerServices services() {
        return services;
    }

    Clock clock() {
        return services.clock();
    }

    /** Runs {@code task}, at once if the calling thread is one on which exchanges may deliver their events. */
    public void onBrokerThread(Runnable task) {
        if (BrokerPool.onBrokerThread()) {
            task.run();
        } else {
            executeLater(task);
        }
    }

    @Override
    protected ThreadLedger ledger() {
        return services.ledger();
    }

    @Override
    protected boolean leavesThread() {
        return services.pool().quiescence().keepsFromExchanges();
    }

    @Override
    protected void executeLater(Runnable task) {
        if (services.pool().isRunning()) {
            services.pool().execute(task);
        } else {
            task.run();
        }
    }

    // ---- Turns: a task that would hold the loop for long has the rest behind those of other clients. -------------

    /** Runs {@code task}, of the queue: behind the turns of other clients if the loop has much to do for {@code client}. */
    void runInTurnOf(ClientAccount client, Runnable task) {
        Loop loop = client.hasSeveralAttempts() ? Loop.current() : null;
        if (loop == null || !loop.needsAnswerTurn(client)) {
            task.run();
        } else {
            loop.deferAnswer(client, () -> signal(task));
        }
    }

    /**
     * Runs {@code step} until it returns false, and then {@code last}. Once the round of the loop is long, the next steps have a
     * turn of their own.
     *
     * @param nanos in nanoseconds, the time that this turn has in any case
     */
    void repeatInTurns(BooleanSupplier step, Runnable last, long nanos) {
        Loop loop = Loop.current();
        long until = clock().nanoTime() + nanos;
        while (step.getAsBoolean()) {
            if (loop != null && clock().nanoTime() - until >= 0 && loop.isRoundLong()) {
                loop.deferAnswer(this, () -> signal(() -> repeatInTurns(step, last, TURN_NANOS)));
                return;
            }
        }
        last.run();
    }
}
