package dev.medley.server.internal.declared.several;

import dev.medley.context.Context;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.thread.internal.Loop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One mashup that waits for a shared request, for its own keys. It has an answer or leaves, whichever is first. Thread-safe. */
final class SharedWaiter {

    private final Map<String, Object> keys;
    private final BrokerStage<BatchAnswer> answer;
    private final Context context = Context.capture();
    private final Executor home;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable SharedBatch batch;

    SharedWaiter(Map<String, Object> keys, BrokerStage<BatchAnswer> answer, Executor pool) {
        this.keys = keys;
        this.answer = answer;
        Loop loop = Loop.current();
        home = loop == null ? pool : loop::execute;
    }

    Map<String, Object> keys() {
        return keys;
    }

    BrokerStage<BatchAnswer> answer() {
        return answer;
    }

    /** Joins {@code next}. Returns whether that could be: if not, it is sent already, or has no room. */
    boolean joins(SharedBatch next) {
        batch = next;
        boolean joined = next.join(this);
        if (joined && ended.get()) {
            // It has left meanwhile, when the batch did not know it yet.
            next.leave(this);
        }
        return joined;
    }

    /** The answer is not needed any more. */
    void leave() {
        if (ended.compareAndSet(false, true)) {
            SharedBatch joined = batch;
            if (joined != null) {
                joined.leave(this);
            }
            answer.completeExceptionally(new CancellationException("the mashup is over"));
        }
    }

    /** Takes of an answer what it has asked for, where its mashup runs: others wait for the calling thread. */
    void answered(BatchAnswer all) {
        if (ended.compareAndSet(false, true)) {
            Map<String, Object> own = new LinkedHashMap<>();
            for (String key : keys.keySet()) {
                Object value = all.values().get(key);
                if (value != null) {
                    own.put(key, value);
                }
            }
            BatchAnswer mine = all.isShared() ? new BatchAnswer(all.exchange(), own, all.failure()) : all;
            home.execute(() -> context.run(() -> answer.complete(mine)));
        }
    }
}
