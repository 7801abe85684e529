package dev.medley.servlet.internal.inbound;

import dev.medley.account.internal.BodyBuffer;
import dev.medley.context.Context;
import dev.medley.mashup.ProblemException;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.QuiescenceTracker;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.thread.internal.ledger.ThreadLedger;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the body of a suspended request without blocking, up to a limit and as far as the budget of held bytes allows. */
final class BodyReader implements ReadListener {

    private static final int AT_ONCE = 8 * 1024;

    private final ServletInputStream in;
    private final boolean expected;
    private final Supplier<ProblemException> tooLarge;
    private final Supplier<ProblemException> noCapacity;
    private final Runnable brokenOff;
    private final BodyBuffer body;
    private final CompletableFuture<byte[]> whole;
    private final ExecutionTarget executionTarget;
    private final RequestPhases phases;
    private final ThreadLedger ledger;
    private final QuiescenceTracker quiescence;
    private final BodyExecutor bodies;
    /** Of the thread that asked for the body, for the stages that depend on it. */
    private final Context context = Context.capture();

    private boolean isEmpty = true;

    /**
     * Reads {@code in}, in which bytes may be expected, and completes {@code whole} with them, or with the failure. Runs
     * {@code brokenOff} after that if the container reports the failure.
     *
     * @param body takes the bytes, and is released by the caller
     */
    BodyReader(
            ServletInputStream in,
            boolean expected,
            BodyBuffer body,
            Supplier<ProblemException> tooLarge,
            Supplier<ProblemException> noCapacity,
            Runnable brokenOff,
            CompletableFuture<byte[]> whole,
            ExecutionTarget executionTarget,
            RequestPhases phases,
            ThreadLedger ledger,
            BrokerPool pool) {
        this.in = in;
        this.expected = expected;
        this.body = body;
        this.tooLarge = tooLarge;
        this.noCapacity = noCapacity;
        this.brokenOff = brokenOff;
        this.whole = whole;
        this.executionTarget = executionTarget;
        this.phases = phases;
        this.ledger = ledger;
        quiescence = pool.quiescence();
        bodies = pool.bodies();
    }

    void start() {
        if (in.isFinished()) {
            // Tomcat does not call a listener then.
            onAllDataRead();
        } else {
            in.setReadListener(this);
        }
    }

    @Override
    public void onDataAvailable() throws IOException {
        // Not kept while more is awaited: many bodies may come slowly.
        byte[] buffer = new byte[AT_ONCE];
        while (in.isReady() && !in.isFinished()) {
            int read = in.read(buffer);
            if (read < 0) {
                return;
            }
            isEmpty &= read == 0;
            switch (body.add(ByteBuffer.wrap(buffer, 0, read))) {
                case YES -> {
                    // The next bytes follow.
                }
                case TOO_LARGE -> {
                    end(() -> whole.completeExceptionally(tooLarge.get()));
                    return;
                }
                case NO_CAPACITY -> {
                    end(() -> whole.completeExceptionally(noCapacity.get()));
                    return;
                }
                case CLOSED -> {
                    return;
                }
            }
        }
    }

    @Override
    public void onAllDataRead() {
        if (expected && isEmpty) {
            end(() -> whole.completeExceptionally(UnreadableBodyException.readBefore()));
        } else if (bodies.isFor(body.length())) {
            bodies.execute(body::toBytes, (bytes, failure) -> end(() -> complete(bytes, failure)));
        } else {
            end(() -> whole.complete(body.toBytes()));
        }
    }

    private void complete(byte @Nullable [] bytes, @Nullable Throwable failure) {
        if (bytes == null) {
            // Such as no memory for the body as a whole.
            whole.completeExceptionally(failure);
        } else {
            whole.complete(bytes);
        }
    }

    /** The stages of the mashup go on by {@code completion}, where its code may run. */
    private void end(Runnable completion) {
        ExecutionTarget.OtherThreads elsewhere = executionTarget.otherThreads();
        if (elsewhere == null) {
            complete(completion);
        } else {
            elsewhere.execute(() -> complete(completion));
        }
    }

    private void complete(Runnable completion) {
        ThreadLedger.Work work = ledger.inboundWork(executionTarget);
        ThreadLedger.composes(phases, RequestPhase.READING, work.sinceNanos());
        QuiescenceTracker.Stretch stretch = quiescence.begin();
        try {
            context.run(completion);
        } catch (RuntimeException | Error x) {
            // Such as no memory for the body as a whole.
            whole.completeExceptionally(x);
            throw x;
        } finally {
            stretch.end();
            work.close();
        }
    }

    @Override
    public void onError(Throwable failure) {
        end(() -> whole.completeExceptionally(ServletInbound.brokenOff(failure)));
        brokenOff.run();
    }
}
