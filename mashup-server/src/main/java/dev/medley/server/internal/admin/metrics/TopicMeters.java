package dev.medley.server.internal.admin.metrics;

import dev.medley.topic.internal.SessionKind;
import dev.medley.topic.internal.Topic;
import dev.medley.topic.internal.TopicCounts;
import dev.medley.topic.internal.TopicSet;
import dev.medley.topic.internal.log.TopicLog;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** The topics of the server. A reload may add and remove some; so are their meters. */
final class TopicMeters {

    private final TopicSet topics;
    private final MeterRegistry registry;
    private final Map<Topic, List<Meter>> registered = new LinkedHashMap<>();

    TopicMeters(TopicSet topics, MeterRegistry registry) {
        this.topics = topics;
        this.registry = registry;
        for (SessionKind kind : SessionKind.values()) {
            Gauge.builder("medley.topics.sessions", topics.counts(), (TopicCounts counts) -> counts.sessions(kind))
                    .description("Sessions on topics")
                    .tags("kind", kind.label())
                    .register(registry);
        }
        topics.onDelivered(name -> {
            Timer latency = latency(name);
            return nanos -> latency.record(nanos, TimeUnit.NANOSECONDS);
        });
    }

    /** Registers the meters of the topics that there are now, and removes those of the others. Before each scrape. */
    synchronized void follow() {
        registered.entrySet().removeIf(each -> {
            boolean gone = each.getKey().isClosed();
            if (gone) {
                each.getValue().forEach(registry::remove);
            }
            return gone;
        });
        topics.all().forEach(topic -> registered.computeIfAbsent(topic, this::register));
    }

    private List<Meter> register(Topic topic) {
        List<Meter> meters = new ArrayList<>();
        Timer latency = latency(topic.name());
        meters.add(latency);
        // One that had been removed before, and is declared again, had another timer until now.
        topic.log().counts().onDelivered(nanos -> latency.record(nanos, TimeUnit.NANOSECONDS));
        meters.add(gauge(
                "subscriptions", "Subscriptions", topic, log -> log.counts().subscriptions()));
        meters.add(gauge("subjects", "Subjects that the log knows", topic, TopicLog::subjects));
        meters.add(gauge("log.messages", "Messages that the log holds", topic, TopicLog::size));
        meters.add(gauge("log.bytes", "Bytes that the log holds", topic, TopicLog::bytes));
        meters.add(gauge("position.oldest", "Offset of the oldest message of the log", topic, TopicLog::oldest));
        meters.add(gauge("position.newest", "Offset of the newest message", topic, TopicLog::newest));
        meters.add(gauge(
                "lag",
                "Positions that the slowest subscription is behind",
                topic,
                log -> log.counts().lag()));
        meters.add(counter(
                "published",
                "Messages that were published",
                topic,
                log -> log.counts().publications()));
        meters.add(counter(
                "published.bytes",
                "Their bytes, without framing",
                topic,
                log -> log.counts().publishedBytes()));
        meters.add(counter(
                "delivered.bytes",
                "Bytes of the messages that were delivered",
                topic,
                log -> log.counts().deliveredBytes()));
        meters.add(counter(
                "gaps",
                "Gaps that subscriptions have got",
                topic,
                log -> log.counts().gaps()));
        meters.add(counter(
                "skipped", "Positions of all gaps", topic, log -> log.counts().skipped()));
        return meters;
    }

    /** Returns the registry's timer of the topic, always the same one. */
    private Timer latency(String topic) {
        return Buckets.timer(
                        "medley.topics.delivered",
                        "Messages that were handed to the kernel, for each session, by the time since their publication")
                .tags("topic", topic)
                .register(registry);
    }

    private Meter gauge(String name, String description, Topic topic, ToDoubleFunction<TopicLog> value) {
        return Gauge.builder("medley.topics." + name, topic.log(), value)
                .description(description)
                .tags(tags(topic))
                .register(registry);
    }

    private Meter counter(String name, String description, Topic topic, ToDoubleFunction<TopicLog> value) {
        return FunctionCounter.builder("medley.topics." + name, topic.log(), value)
                .description(description)
                .tags(tags(topic))
                .register(registry);
    }

    private static Tags tags(Topic topic) {
        return Tags.of("topic", topic.name());
    }
}
