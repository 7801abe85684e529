package dev.medley.server.internal.topic;

import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.access.Entitlements;
import dev.medley.topic.Position;
import dev.medley.topic.internal.Session;
import dev.medley.topic.internal.StartPosition;
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

    /** What is published from now on, as without a position. */
    static final String NOW = "now";

    private static final int MOST = 16;
    private static final Pattern SEPARATOR = Pattern.compile(";", Pattern.LITERAL);

    Subscriptions {
        wanted = List.copyOf(wanted);
    }

    /**
     * One of them.
     *
     * @param start where it begins
     */
    record Wanted(Topic topic, SubjectPattern pattern, StartPosition start) {

        /**
         * Subscribes. By the dispatcher of the session.
         *
         * @param id that the client has given to it
         * @param onBegun called before the first message
         */
        Subscription in(Session session, int id, Consumer<Subscription> onBegun) {
            try {
                return session.subscribe(topic, pattern, start, id, onBegun);
            } catch (IllegalArgumentException x) {
                throw bad(String.valueOf(x.getMessage()));
            }
        }

        /** As above, without an id. */
        Subscription in(Session session) {
            return in(session, 0, begun -> {});
        }

        /** Returns this with another start. */
        Wanted from(StartPosition other) {
            return new Wanted(topic, pattern, other);
        }
    }

    /**
     * Reads them.
     *
     * @param first the pattern of the path
     * @param others further patterns
     * @param position the last position of the client, or {@link #EARLIEST}, or {@link #NOW}; null as that
     * @throws ProblemException if they are malformed, or of no topic
     */
    static Subscriptions of(Entitlements topics, String first, List<String> others, @Nullable String position) {
        List<String> patterns = new ArrayList<>();
        patterns.add(first);
        patterns.addAll(others);
        if (patterns.size() > MOST) {
            throw bad("%d subjects; expected at most %d".formatted(patterns.size(), MOST));
        }
        Map<String, StartPosition> starts = starts(position, patterns);
        List<Wanted> wanted = new ArrayList<>();
        for (String each : patterns) {
            SubjectPattern pattern = pattern(each);
            wanted.add(
                    new Wanted(topics.topic(pattern.topic()), pattern, starts.getOrDefault(each, StartPosition.NOW)));
        }
        return new Subscriptions(wanted);
    }

    /** Returns their patterns. */
    List<SubjectPattern> patterns() {
        return wanted.stream().map(Wanted::pattern).toList();
    }

    private static SubjectPattern pattern(String text) {
        try {
            return SubjectPattern.parse(text);
        } catch (IllegalArgumentException x) {
            throw bad(String.valueOf(x.getMessage()));
        }
    }

    /** Returns the start of each pattern: one for all of them, or a position for each, as the ids of events have them. */
    private static Map<String, StartPosition> starts(@Nullable String position, List<String> patterns) {
        Map<String, StartPosition> starts = new LinkedHashMap<>();
        if (position == null || NOW.equals(position)) {
            return starts;
        }
        if (EARLIEST.equals(position)) {
            patterns.forEach(each -> starts.put(each, StartPosition.EARLIEST));
            return starts;
        }
        if (patterns.size() == 1) {
            starts.put(patterns.get(0), after(position));
            return starts;
        }
        for (String each : SEPARATOR.split(position, -1)) {
            int equals = each.lastIndexOf('=');
            starts.put(each.substring(0, Math.max(0, equals)), after(each.substring(equals + 1)));
        }
        if (!starts.keySet().containsAll(patterns)) {
            throw bad("the position has not one for each subject; expected the id of an event of the same subjects");
        }
        return starts;
    }

    private static StartPosition after(String position) {
        try {
            return StartPosition.after(Position.parse(position));
        } catch (IllegalArgumentException x) {
            throw bad(String.valueOf(x.getMessage()));
        }
    }

    private static ProblemException bad(String detail) {
        return new ProblemException(Problem.of(Status.BAD_REQUEST, detail));
    }
}
