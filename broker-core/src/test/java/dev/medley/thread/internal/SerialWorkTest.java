package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SerialWorkTest {

    private static final int THREADS = 4;
    private static final int CALLS = 20_000;

    private final SerialWork work = new SerialWork();

    @Test
    void aRoundWithoutFurtherCallsIsTheLast() {
        assertThat(work.begins()).isTrue();
        assertThat(work.goesOn()).isFalse();
        assertThat(work.begins()).as("begins again").isTrue();
    }

    @Test
    void callsWithinARoundAreOneFurtherRound() {
        assertThat(work.begins()).isTrue();
        assertThat(work.begins()).isFalse();
        assertThat(work.begins()).isFalse();

        assertThat(work.goesOn()).isTrue();
        assertThat(work.goesOn()).isFalse();
    }

    @Test
    void allThatThreadsAddIsTakenByOneAtATime() {
        Queue<Integer> added = new ConcurrentLinkedQueue<>();
        // Neither is safe for several threads.
        List<Integer> taken = new ArrayList<>();
        AtomicInteger within = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(CompletableFuture.runAsync(
                    () -> {
                        for (int call = 0; call < CALLS; call++) {
                            added.add(call);
                            if (work.begins()) {
                                do {
                                    most.accumulateAndGet(within.incrementAndGet(), Math::max);
                                    for (Integer next = added.poll(); next != null; next = added.poll()) {
                                        taken.add(next);
                                    }
                                    within.decrementAndGet();
                                } while (work.goesOn());
                            }
                        }
                    },
                    task -> new Thread(task).start()));
        }

        assertThat(CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0])))
                .succeedsWithin(Soon.PATIENCE);
        assertThat(most).hasValue(1);
        assertThat(taken).hasSize(THREADS * CALLS);
        assertThat(added).isEmpty();
    }
}
