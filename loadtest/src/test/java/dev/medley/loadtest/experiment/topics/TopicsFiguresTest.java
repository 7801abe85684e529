package dev.medley.loadtest.experiment.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.topics.SubscriberFigures;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TopicsFiguresTest {

    @Test
    void theReadingsOfSeveralProcessesAreOne() {
        Readings readings = new Readings(List.of(
                figures(2, Map.of(1L, List.of(4_000L, 1L)), 1_000, 2_000),
                figures(1, Map.of(1L, List.of(9_000L, 1L)), 9_000)));

        assertThat(readings.received()).isEqualTo(3);
        assertThat(readings.measured()).isEqualTo(3);
        assertThat(readings.millis(50)).isBetween(2.0, 2.01);
        assertThat(readings.mostMillis()).isBetween(9.0, 9.01);
        assertThat(readings.lastMillis()).containsExactly(Map.entry(1L, 9.0));
        assertThat(readings.failures()).isEqualTo("2 times: reset");
    }

    @Test
    void theKernelSaysWhatItsSocketsTake() {
        KernelMemory before = KernelMemory.of("Slab:  1000 kB", "TCP: inuse 1 orphan 0 tw 1 alloc 10 mem 0");
        KernelMemory after = KernelMemory.of("Slab:  1300 kB", "TCP: inuse 1 orphan 0 tw 1 alloc 10010 mem 25");

        assertThat(after.minus(before).ofSocket()).isEqualTo((300 * 1024 + 25 * 4096) / 10_000.0);
    }

    @Test
    void fewSocketsSayNothingOfWhatOneTakes() {
        KernelMemory before = KernelMemory.of("Slab:  1000 kB", "TCP: inuse 1 orphan 0 tw 1 alloc 10 mem 0");
        KernelMemory after = KernelMemory.of("Slab:  1300 kB", "TCP: inuse 1 orphan 0 tw 1 alloc 110 mem 25");

        assertThat(after.minus(before).ofSocket()).isNaN();
    }

    @Test
    void turnsBeyondTheirBoundAreCounted() {
        ServerCounts before = ServerCounts.of("", 20);
        ServerCounts after = ServerCounts.of("""
                        medley_loops_turn_seconds_bucket{ran="task",le="0.005"} 9
                        medley_loops_turn_seconds_bucket{ran="task",le="+Inf"} 10
                        medley_loops_turn_seconds_count{ran="task"} 10
                        medley_loops_turn_seconds_bucket{ran="client",le="0.005"} 5
                        medley_loops_turn_seconds_count{ran="client"} 5
                        medley_topics_published_total 3.0
                        """, 21);

        assertThat(after.longTurnsSince(before)).isEqualTo(1);
        assertThat(after.turns()).isEqualTo(15);
        assertThat(after.published()).isEqualTo(3);
    }

    @Test
    void aCaseMayBeChosen() {
        TopicsOptions options = new TopicsOptions();
        assertThat(options.given()).isEmpty();
        assertThat(options.plan(false).cases()).containsExactlyInAnyOrder(TopicsCase.values());
        assertThat(options.plan(false).mule().sessions()).isEqualTo(10_000);
        assertThat(options.plan(true).mule().sessions()).isLessThan(1_000);
    }

    private static SubscriberFigures figures(long received, Map<Long, List<Long>> last, long... micros) {
        Histogram histogram = new Histogram(600_000_000, 3);
        Arrays.stream(micros).forEach(histogram::recordValue);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return new SubscriberFigures(
                1,
                received,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)),
                last,
                Map.of("reset", 1),
                0);
    }
}
