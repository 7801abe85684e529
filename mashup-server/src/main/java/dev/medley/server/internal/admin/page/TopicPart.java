package dev.medley.server.internal.admin.page;

import dev.medley.topic.Position;
import dev.medley.topic.internal.SessionKind;
import dev.medley.topic.internal.Topic;
import dev.medley.topic.internal.TopicCounts;
import dev.medley.topic.internal.log.LogCounts;
import dev.medley.topic.internal.log.TopicLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A topic, in the document of {@code /status}.
 *
 * @param oldest position of the oldest message of the log
 * @param newest position of the newest message
 * @param lag positions that the slowest subscription is behind
 */
record TopicPart(
        int subscriptions,
        int subjects,
        LogPart log,
        String oldest,
        String newest,
        long lag,
        TrafficPart published,
        TrafficPart delivered,
        long gaps,
        long skipped) {

    static TopicPart of(Topic topic) {
        TopicLog log = topic.log();
        LogCounts counts = log.counts();
        return new TopicPart(
                counts.subscriptions(),
                log.subjects(),
                new LogPart(
                        log.size(),
                        topic.settings().messages(),
                        log.bytes(),
                        topic.settings().bytes()),
                new Position(log.epoch(), log.oldest()).toString(),
                new Position(log.epoch(), log.newest()).toString(),
                counts.lag(),
                new TrafficPart(counts.publications(), counts.publishedBytes()),
                new TrafficPart(counts.deliveries(), counts.deliveredBytes()),
                counts.gaps(),
                counts.skipped());
    }

    /** What the log holds, and may hold. */
    record LogPart(long messages, long maxMessages, long bytes, long maxBytes) {}

    /** Messages, and their bytes without framing. */
    record TrafficPart(long messages, long bytes) {}

    /** All topics. */
    record TopicsPart(Map<String, Integer> sessions, Map<String, TopicPart> byName) {

        static TopicsPart of(TopicCounts counts, Iterable<Topic> topics) {
            Map<String, Integer> sessions = new LinkedHashMap<>();
            for (SessionKind kind : SessionKind.values()) {
                sessions.put(kind.label(), counts.sessions(kind));
            }
            Map<String, TopicPart> byName = new TreeMap<>();
            topics.forEach(topic -> byName.put(topic.name(), TopicPart.of(topic)));
            return new TopicsPart(sessions, byName);
        }
    }
}
