package dev.medley.topic.internal;

import dev.medley.json.Json;
import dev.medley.thread.internal.Clock;
import dev.medley.topic.Delivery;
import dev.medley.topic.Position;
import dev.medley.topic.PublicationException;
import dev.medley.topic.PublicationException.Reason;
import dev.medley.topic.TopicSettings;
import dev.medley.topic.Topics;
import dev.medley.topic.internal.log.LogBounds;
import dev.medley.topic.internal.log.LogBudget;
import dev.medley.topic.internal.log.MemoryLog;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The topics that are declared, with a log each. Thread-safe. */
public final class TopicSet implements Topics {

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int MAX_ID = 255;
    private static final int MAX_IDS = 10_000;

    private final String epoch;
    private final Clock clock;
    private final LogBudget budget;
    private final TopicCounts counts = new TopicCounts();
    private volatile Map<String, Topic> topics = Map.of();
    private final NamedSubscriptions named = new NamedSubscriptions();
    private volatile List<Dispatcher> dispatchers = List.of();
    private volatile boolean closed;
    private volatile Function<String, LongConsumer> latencies = name -> nanos -> {};
    /** Whether topics are there: one that comes later may have been there before, with other messages at the same offsets. */
    private boolean applied;
    /** Whether what is too old is looked for; by the thread that applies. */
    private boolean looks;

    /**
     * Creates a set without topics.
     *
     * @param epoch of the logs of the first topics; the log of each one that comes later has its own
     * @param maxBytes of all logs
     */
    public TopicSet(String epoch, long maxBytes, Clock clock) {
        this.epoch = epoch;
        this.clock = clock;
        budget = new LogBudget(maxBytes);
    }

    /** Has exactly the topics of {@code settings} from now on; those that stay keep their logs. One thread at a time. */
    public void apply(List<TopicSettings> settings) {
        Map<String, Topic> before = topics;
        Map<String, Topic> after = new LinkedHashMap<>();
        for (TopicSettings each : settings) {
            Topic known = before.get(each.name());
            if (known == null) {
                after.put(each.name(), newTopic(each, applied ? Epoch.next() : epoch));
            } else {
                known.apply(each, bounds(each));
                after.put(each.name(), known);
            }
        }
        applied = true;
        topics = Map.copyOf(after);
        if (!looks && settings.stream().anyMatch(each -> each.age() != null)) {
            looks = true;
            clock.schedule(LOOK.toNanos(), this::removeOld);
        }
        before.forEach((name, topic) -> {
            if (!after.containsKey(name)) {
                topic.close();
                topic.log().close();
            }
        });
    }

    /** Removes what is too old also where nothing is published any more. */
    private void removeOld() {
        if (!closed) {
            topics.values().forEach(topic -> topic.log().removeOld(clock.nanoTime()));
            clock.schedule(LOOK.toNanos(), this::removeOld);
        }
    }

    /** Makes no further look for what is too old. */
    public void close() {
        closed = true;
    }

    private Topic newTopic(TopicSettings settings, String ofItsLog) {
        MemoryLog log = new MemoryLog(ofItsLog, bounds(settings), budget, clock);
        log.counts().onDelivered(latencies.apply(settings.name()));
        return new Topic(settings, log);
    }

    /**
     * Sets what observes the time between publication and hand-over of each message, for each topic, by its name. The observer is called with
     * nanoseconds, by any thread, and must not block. Before requests are served.
     */
    public void onDelivered(Function<String, LongConsumer> observers) {
        latencies = observers;
        topics.forEach((name, topic) -> topic.log().counts().onDelivered(observers.apply(name)));
    }

    /** Sessions have these dispatchers: whoever publishes waits while one of them is behind. */
    public void attach(List<Dispatcher> all) {
        dispatchers = List.copyOf(all);
    }

    /** Changes the bytes that all logs may hold. */
    public void maxBytes(long bytes) {
        budget.limit(bytes);
    }

    /** Returns the subscriptions that have names. */
    public NamedSubscriptions named() {
        return named;
    }

    private static LogBounds bounds(TopicSettings settings) {
        Duration age = settings.age();
        return new LogBounds(
                settings.deliver() == Delivery.LATEST,
                settings.messages(),
                settings.bytes(),
                age == null ? Long.MAX_VALUE : age.toNanos(),
                settings.idWindow().isZero() ? 0 : MAX_IDS,
                settings.idWindow().toNanos());
    }

    /** Returns the sessions, and the messages that they have got. */
    public TopicCounts counts() {
        return counts;
    }

    /** Returns the bytes that the logs hold. */
    public long bytes() {
        return budget.held();
    }

    /** Returns the topics. */
    public Collection<Topic> all() {
        return topics.values();
    }

    /** Returns the topic of that name; null if there is none. */
    public @Nullable Topic find(String name) {
        return topics.get(name);
    }

    @Override
    public CompletionStage<Position> publish(String subject, @Nullable Object value) {
        return publish(subject, Json.of(value), null);
    }

    @Override
    public CompletionStage<Position> publish(String subject, @Nullable Object value, String id) {
        checkId(id);
        return publish(subject, Json.of(value), id);
    }

    private static void checkId(String id) {
        if (id.isEmpty() || id.length() > MAX_ID) {
            throw new PublicationException(
                    Reason.MALFORMED,
                    "the id of a message has %d characters; expected 1 to %d".formatted(id.length(), MAX_ID));
        }
    }

    /** Returns these topics for one publisher: the ids of its messages are its own, and not those of others. */
    public Topics of(String publisher) {
        return new PublishersTopics(publisher);
    }

    /** The topics of one publisher. */
    private final class PublishersTopics implements Topics {

        private final String publisher;

        PublishersTopics(String publisher) {
            this.publisher = publisher;
        }

        @Override
        public CompletionStage<Position> publish(String subject, @Nullable Object value) {
            return TopicSet.this.publish(subject, value);
        }

        @Override
        public CompletionStage<Position> publish(String subject, @Nullable Object value, String id) {
            checkId(id);
            return TopicSet.this.publish(subject, Json.of(value), publisher + '\n' + id);
        }
    }

    /** Publishes a document, with an id or without one. */
    private CompletionStage<Position> publish(String subject, Json document, @Nullable String id) {
        Topic topic = topicOf(subject);
        byte[] data = withoutLineBreaks(document.bytes());
        long most = topic.settings().maxMessage();
        if (data.length > most) {
            throw new PublicationException(
                    Reason.TOO_LARGE,
                    "the message has %d bytes; expected at most %d (topics.%s.max-message)"
                            .formatted(data.length, most, topic.name()));
        }
        return topic.log()
                .append(subject, data, id)
                .thenCompose(offset -> held(new Position(topic.log().epoch(), offset)));
    }

    /** Holds a publisher back while sessions cannot be told as fast as messages are published. */
    private CompletionStage<Position> held(Position position) {
        CompletionStage<Position> held = CompletableFuture.completedFuture(position);
        for (Dispatcher each : dispatchers) {
            if (each.isBehind()) {
                held = held.thenCombine(each.caughtUp(), (published, nothing) -> published);
            }
        }
        return held;
    }

    private Topic topicOf(String subject) {
        String name;
        try {
            name = SubjectPattern.topicOf(subject);
        } catch (IllegalArgumentException x) {
            throw new PublicationException(Reason.MALFORMED, String.valueOf(x.getMessage()));
        }
        Topic topic = find(name);
        if (topic == null) {
            throw new PublicationException(Reason.UNKNOWN_TOPIC, "there is no topic " + name);
        }
        return topic;
    }

    /** In a document, line breaks are outside of its texts only, where a space says the same. */
    private static byte[] withoutLineBreaks(byte[] document) {
        byte[] changed = document;
        for (int i = 0; i < document.length; i++) {
            if (document[i] == '\n' || document[i] == '\r') {
                if (changed == document) {
                    changed = document.clone();
                }
                changed[i] = ' ';
            }
        }
        return changed;
    }
}
