package dev.medley.server.internal.topic;

import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.topic.Position;
import dev.medley.topic.internal.Session;
import dev.medley.topic.internal.Subscription;
import dev.medley.topic.internal.Topic;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a client subscribes to, and behind which positions. Immutable.
 *
 * @param wanted the patterns, each with its topic and position
 */
record Subscriptions(List<Wanted> wanted) {

    /** The position before all that the log has. */
    static final String EARLIEST = "earliest";

    private static final int MOST = 16;
    private static final Pattern SEPARATOR = Pattern.compile(";", Pattern.LITERAL);

    Subscriptions {
        wanted = List.copyOf(wanted);
    }

    /**
     * One of them.
     *
     * @param isEarliest whether it begins with all that the log has
     * @param after the position that it begins behind; null for now, or the earliest
     */
    record Wanted(
            Topic topic,
            SubjectPattern pattern,
            boolean isEarliest,
            @Nullable Position after) {

        /**
         * Subscribes. By the dispatcher of the session.
         *
         * @param onBegun called before the first message
         */
        Subscription in(Session session, Consumer<Subscription> onBegun) {
            if (isEarliest) {
                return session.subscribeToAll(topic, pattern, onBegun);
            }
            return after == null
                    ? session.subscribe(topic, pattern, onBegun)
                    : session.subscribe(topic, pattern, after, onBegun);
        }

        /** As above. */
        Subscription in(Session session) {
            return in(session, begun -> {});
        }
    }

    /**
     * Reads them.
     *
     * @param first the pattern of the path
     * @param others further patterns
     * @param position the last position of the client, or {@link #EARLIEST}; null for what is published from now on
     * @throws ProblemException if they are malformed, or of no topic
     */
    static Subscriptions of(TopicAccess topics, String first, List<String> others, @Nullable String position) {
        List<String> patterns = new ArrayList<>();
        patterns.add(first);
        patterns.addAll(others);
        if (patterns.size() > MOST) {
            throw bad("%d subjects; expected at most %d".formatted(patterns.size(), MOST));
        }
        Map<String, Position> after = new LinkedHashMap<>();
        boolean isEarliest = EARLIEST.equals(position);
        if (position != null && !isEarliest) {
            read(position, patterns, after);
        }
        List<Wanted> wanted = new ArrayList<>();
        for (String each : patterns) {
            SubjectPattern pattern = pattern(each);
            wanted.add(new Wanted(topics.subscribed(pattern), pattern, isEarliest, after.get(each)));
        }
        return new Subscriptions(wanted);
    }

    private static SubjectPattern pattern(String text) {
        try {
            return SubjectPattern.parse(text);
        } catch (IllegalArgumentException x) {
            throw bad(String.valueOf(x.getMessage()));
        }
    }

    /** Reads one position, or one for each pattern, as the ids of events have them. */
    private static void read(String position, List<String> patterns, Map<String, Position> after) {
        try {
            if (patterns.size() == 1) {
                after.put(patterns.get(0), Position.parse(position));
                return;
            }
            for (String each : SEPARATOR.split(position, -1)) {
                int equals = each.lastIndexOf('=');
                after.put(each.substring(0, Math.max(0, equals)), Position.parse(each.substring(equals + 1)));
            }
        } catch (IllegalArgumentException x) {
            throw bad(String.valueOf(x.getMessage()));
        }
        if (!after.keySet().containsAll(patterns)) {
            throw bad("the position has not one for each subject; expected the id of an event of the same subjects");
        }
    }

    private static ProblemException bad(String detail) {
        return new ProblemException(Problem.of(Status.BAD_REQUEST, detail));
    }
}
