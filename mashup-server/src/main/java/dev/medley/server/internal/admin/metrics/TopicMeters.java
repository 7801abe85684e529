package dev.medley.server.internal.admin.metrics;

import dev.medley.topic.internal.TopicCounts;
import dev.medley.topic.internal.TopicSet;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** The topics of the server. */
final class TopicMeters {

    private TopicMeters() {}

    static void register(TopicSet topics, MeterRegistry registry) {
        TopicCounts counts = topics.counts();
        Gauge.builder("medley.topics.sessions", counts, TopicCounts::sessions)
                .description("Sessions on topics")
                .register(registry);
        Gauge.builder("medley.topics.log.bytes", topics, TopicSet::bytes)
                .description("Bytes that the logs of topics hold")
                .register(registry);
        FunctionCounter.builder("medley.topics.published", counts, TopicCounts::publications)
                .description("Messages that were published")
                .register(registry);
        FunctionCounter.builder("medley.topics.gaps", counts, TopicCounts::gaps)
                .description("Gaps that sessions were told of")
                .register(registry);
        Timer latency = Buckets.timer(
                        "medley.topics.delivered",
                        "Messages that were handed to the kernel, for each session, by the time since their publication")
                .register(registry);
        counts.onDelivered(nanos -> latency.record(nanos, TimeUnit.NANOSECONDS));
    }
}
