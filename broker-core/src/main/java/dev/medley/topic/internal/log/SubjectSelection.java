package dev.medley.topic.internal.log;

import dev.medley.topic.internal.subject.PatternTree;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages of one subject, in a chain; and the selections that a message of it belongs to. Guarded by the lock of its log. */
final class SubjectSelection extends Selection {

    private final String subject;
    private @Nullable LogMessage first;
    private @Nullable LogMessage last;
    /** Itself and the patterns that match; of the version of the patterns below. */
    private List<Selection> audience = List.of(this);

    private long audienceVersion = -1;

    SubjectSelection(SubjectPattern pattern, long lost) {
        super(pattern, lost);
        subject = pattern.toString();
    }

    String subject() {
        return subject;
    }

    /** Returns the selections that a message of this subject belongs to. */
    List<Selection> audience(PatternTree<PatternSelection> patterns, long version) {
        if (audienceVersion != version) {
            List<Selection> found = new ArrayList<>();
            found.add(this);
            patterns.forEachMatch(subject, found::add);
            audience = List.copyOf(found);
            audienceVersion = version;
        }
        return audience;
    }

    void append(LogMessage message) {
        LogMessage before = last;
        if (before == null) {
            first = message;
        } else {
            before.nextOfSubject = message;
        }
        last = message;
    }

    /** Removes its first message. */
    void removeFirst() {
        LogMessage removed = first;
        LogMessage next = removed == null ? null : removed.nextOfSubject;
        first = next;
        if (next == null) {
            last = null;
        }
    }

    @Nullable
    LogMessage first() {
        return first;
    }

    /** Returns the first of its messages behind {@code offset}; null if there is none. */
    @Nullable
    LogMessage after(long offset) {
        LogMessage newest = last;
        if (newest == null || newest.offset() <= offset) {
            return null;
        }
        LogMessage found = first;
        while (found != null && found.offset() <= offset) {
            found = found.nextOfSubject;
        }
        return found;
    }

    boolean isEmpty() {
        return first == null;
    }
}
