package dev.medley.exchange.internal.call;

import dev.medley.partner.internal.credential.CredentialSource;
import dev.medley.thread.internal.Clock;
import dev.medley.trace.internal.ExchangeSpan;
import org.jspecify.annotations.Nullable;

/** The next attempt of a call, which waits for its time or for a credential. Not thread-safe: for the tasks of the call's queue only. */
final class NextAttempt {

    private Clock.@Nullable ScheduledTask scheduled;
    private int number;

    /** As {@link #schedule}, while no attempt is under way. */
    void pause(Call call, long delayNanos, Runnable start) {
        ExchangeSpan span = call.attempts().span();
        if (span != null) {
            span.pause(delayNanos);
        }
        schedule(call, delayNanos, start);
    }

    /** Runs {@code start} as a task of the call's queue once {@code delayNanos} have passed, and in place of an earlier one. */
    void schedule(Call call, long delayNanos, Runnable start) {
        cancel();
        int mine = number;
        scheduled = call.clock()
                .schedule(
                        delayNanos,
                        () -> call.signal(() -> {
                            // One that was cancelled too late to stay away, or replaced, does nothing.
                            if (mine == number) {
                                scheduled = null;
                                start.run();
                            }
                        }));
    }

    /** Runs {@code start} as a task of the call's queue once {@code credentials} has decided, and in place of an earlier one. */
    void await(Call call, CredentialSource credentials, Runnable start) {
        cancel();
        int mine = number;
        ExchangeSpan span = call.attempts().span();
        if (span != null) {
            span.event("credential.awaited");
        }
        credentials.await(() -> call.signal(() -> {
            if (mine == number) {
                start.run();
            }
        }));
    }

    void cancel() {
        number++;
        if (scheduled != null) {
            scheduled.cancel();
            scheduled = null;
        }
    }
}
