package dev.medley.server.internal.admin.metrics;

import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.Loops;
import dev.medley.thread.internal.turn.TurnTimes;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How long the turns of the loops take, by what runs. The loops count in buckets of their own, as a meter would cost more than many
 * a turn.
 */
final class TurnMeters implements Collector {

    private static final String NAME = "medley_loops_turn_seconds";

    private final Loops loops;

    private TurnMeters(Loops loops) {
        this.loops = loops;
    }

    static void register(BrokerPool pool, PrometheusRegistry registry) {
        Loops loops = pool.loops();
        if (loops != null) {
            registry.register(new TurnMeters(loops));
        }
    }

    @Override
    public MetricSnapshot collect() {
        HistogramSnapshot.Builder snapshot =
                HistogramSnapshot.builder().name(NAME).help("Time that turns of the loops have taken, by what ran");
        for (TurnTimes.Ran ran : TurnTimes.Ran.values()) {
            snapshot.dataPoint(dataPoint(ran));
        }
        return snapshot.build();
    }

    private HistogramSnapshot.HistogramDataPointSnapshot dataPoint(TurnTimes.Ran ran) {
        List<Duration> bounds = TurnTimes.bounds();
        long[] counts = new long[bounds.size() + 1];
        double sum = 0;
        for (Loop loop : loops.all()) {
            long[] more = loop.times().counts(ran);
            for (int i = 0; i < counts.length; i++) {
                counts[i] += more[i];
            }
            sum += loop.times().seconds(ran);
        }
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i < counts.length; i++) {
            buckets.bucket(i == bounds.size() ? Double.POSITIVE_INFINITY : seconds(bounds.get(i)), counts[i]);
        }
        return HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(Labels.of("ran", ran.name().toLowerCase(Locale.ROOT)))
                .classicHistogramBuckets(buckets.build())
                .sum(sum)
                .build();
    }

    private static double seconds(Duration bound) {
        return (double) bound.toNanos() / TimeUnit.SECONDS.toNanos(1);
    }
}
