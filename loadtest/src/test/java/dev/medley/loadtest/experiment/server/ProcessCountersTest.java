package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessCountersTest {

    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    @Test
    void theIncreaseIsTheSumOverThreadsNewOnesIncluded() {
        ProcessCounters before = counters(5, Map.of(1L, new ThreadCounters(2, 10, 1)));
        ProcessCounters after =
                counters(6, Map.of(1L, new ThreadCounters(2.123, 15, 3), 2L, new ThreadCounters(0.004, 7, 1)));

        ThreadCounters increase = after.since(before);

        assertThat(increase.cpuSeconds()).isEqualTo(0.127, EXACT);
        assertThat(increase.voluntary()).isEqualTo(12);
        assertThat(increase.involuntary()).isEqualTo(3);
    }

    @Test
    void ticksCountWhenAThreadHasEndedOrTheKernelHasNoExactTime() {
        ProcessCounters before = counters(5, Map.of(1L, new ThreadCounters(2, 10, 1), 2L, new ThreadCounters(1, 4, 0)));
        ProcessCounters ended = counters(6, Map.of(1L, new ThreadCounters(2.5, 15, 3)));
        ProcessCounters inexact =
                counters(7, Map.of(1L, new ThreadCounters(Double.NaN, 15, 3), 2L, new ThreadCounters(1, 4, 0)));

        assertThat(ended.since(before).cpuSeconds()).isEqualTo(1);
        assertThat(ended.since(before).voluntary()).isEqualTo(5);
        assertThat(inexact.since(before).cpuSeconds()).isEqualTo(2);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisProcessHasThreadsAndSpendsTime() {
        long pid = ProcessHandle.current().pid();
        ProcessCounters before = ProcessCounters.of(pid);

        ProcessCounters after = ProcessCounters.of(pid);

        assertThat(before.threads()).hasSizeGreaterThan(1);
        assertThat(after.since(before).cpuSeconds()).isPositive();
    }

    @Test
    void aProcessThatIsGoneHasNoThreads() {
        assertThat(ThreadCounters.ofProcess(Integer.MAX_VALUE)).isEmpty();
    }

    private static ProcessCounters counters(double ticksSeconds, Map<Long, ThreadCounters> threads) {
        return new ProcessCounters(new ProcessFacts(ticksSeconds, 100, threads.size(), 10), threads);
    }
}
