package dev.medley.connection.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.Soon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StreamTasksTest {

    private final StreamTasks tasks = new StreamTasks() {};
    private final List<String> done = new ArrayList<>();

    @Test
    void aTaskRunsAtOnceIfNoneIsUnderWay() {
        tasks.signal(() -> done.add("a"));
        tasks.signal(() -> done.add("b"));
        assertThat(done).containsExactly("a", "b");
    }

    @Test
    void aTaskThatIsAddedByATaskWaitsForItsEnd() {
        tasks.signal(() -> {
            tasks.signal(() -> done.add("inner"));
            tasks.signal(() -> done.add("after it"));
            done.add("outer");
        });
        assertThat(done).containsExactly("outer", "inner", "after it");
    }

    @Test
    void aTaskThatThrowsDoesNotKeepOthersFromTheirTurn() {
        tasks.signal(() -> {
            tasks.signal(() -> done.add("next"));
            throw new IllegalStateException("test");
        });
        tasks.signal(() -> done.add("last"));
        assertThat(done).containsExactly("next", "last");
    }

    @Test
    void tasksOfManyThreadsRunOneAtATimeEachInTheOrderOfItsThread() {
        int threads = 4;
        int each = 20_000;
        AtomicInteger inside = new AtomicInteger();
        int[] next = new int[threads];
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger count = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int thread = 0; thread < threads; thread++) {
                int mine = thread;
                pool.execute(() -> {
                    for (int i = 0; i < each; i++) {
                        int number = i;
                        tasks.signal(() -> {
                            boolean alone = inside.incrementAndGet() == 1;
                            boolean inOrder = next[mine]++ == number;
                            wrong.addAndGet(alone && inOrder ? 0 : 1);
                            inside.decrementAndGet();
                            count.incrementAndGet();
                        });
                    }
                });
            }
            Soon.until("all tasks", () -> count.get() == threads * each);
        } finally {
            pool.shutdownNow();
        }
        assertThat(wrong).hasValue(0);
    }
}
