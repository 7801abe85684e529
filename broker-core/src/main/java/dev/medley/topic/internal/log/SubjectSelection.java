package dev.medley.topic.internal.log;

import dev.medley.topic.internal.subject.PatternTree;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The messages of one subject, in a ring; and the selections that a message of it belongs to. Guarded by the lock of its log. */
final class SubjectSelection extends Selection {

    private static final @Nullable LogMessage[] NONE = {};

    private final String subject;
    /** From {@link #first} on, around the end. */
    private @Nullable LogMessage[] messages = NONE;

    private int first;
    private int size;
    /** The newest offset of a message that a newer one has replaced. */
    private long replaced;
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
        if (size == messages.length) {
            grow();
        }
        messages[(first + size) & (messages.length - 1)] = message;
        size++;
    }

    /** A power of two, so that a place is found by a mask. */
    private void grow() {
        @Nullable LogMessage[] more = new LogMessage[Math.max(2, messages.length * 2)];
        for (int i = 0; i < size; i++) {
            more[i] = at(i);
        }
        messages = more;
        first = 0;
    }

    private LogMessage at(int place) {
        return Objects.requireNonNull(messages[(first + place) & (messages.length - 1)]);
    }

    /** Removes its first message. */
    void removeFirst() {
        if (size > 0) {
            messages[first] = null;
            first = (first + 1) & (messages.length - 1);
            size--;
        }
        if (size == 0) {
            messages = NONE;
            first = 0;
        }
    }

    /** Removes its first message, as a newer one replaces it: that is no loss while the newest is what subscribers get. */
    void replaceFirst() {
        replaced = at(0).offset();
        removeFirst();
    }

    /** Returns the newest offset of a message that a newer one has replaced; 0 if none has been. */
    long replaced() {
        return replaced;
    }

    /** Returns the number of its messages. */
    int size() {
        return size;
    }

    @Nullable
    LogMessage first() {
        return size == 0 ? null : at(0);
    }

    /**
     * Gives {@code reader} the messages behind {@code offset}, in order, until it returns false. The first of them is found by halves: readers
     * are anywhere in the log.
     */
    void readAfter(long offset, Predicate<LogMessage> reader) {
        int from = 0;
        int to = size;
        if (size > 0 && at(size - 1).offset() <= offset) {
            from = size;
        }
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (at(middle).offset() <= offset) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        while (from < size && reader.test(at(from))) {
            from++;
        }
    }

    boolean isEmpty() {
        return size == 0;
    }
}
