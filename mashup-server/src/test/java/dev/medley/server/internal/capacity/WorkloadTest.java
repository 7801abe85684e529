package dev.medley.server.internal.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

    @Test
    void theMinimumOfThreadsIsEnoughForTheBlockingMode() {
        for (long users : new long[] {1, 2, 13, 14, 15, 100, 2887, 3300}) {
            long threads = Workload.of(users, 1, FIVE_SECONDS).minThreads(ExecutionMode.BLOCKING);

            assertThat(Workload.maxInbound(threads)).isGreaterThanOrEqualTo(users);
        }
    }

    @Test
    void virtualThreadsHaveTheirStacksOnTheHeap() {
        Workload load = Workload.of(1000, 3, FIVE_SECONDS);

        assertThat(load.heapBytes(ExecutionMode.VIRTUAL)).isGreaterThan(load.heapBytes(ExecutionMode.ASYNC));
    }
}
