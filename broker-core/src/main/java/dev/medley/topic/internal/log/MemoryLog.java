package dev.medley.topic.internal.log;

import dev.medley.thread.internal.Clock;
import dev.medley.topic.PublicationException;
import dev.medley.topic.PublicationException.Reason;
import dev.medley.topic.internal.subject.PatternTree;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A log in the memory of this process; a restart is a new epoch. One lock guards it, and is held for an append, or for a bounded part of a
 * reading.
 */
public final class MemoryLog implements TopicLog {

    /** Messages that one reading looks at, of which a pattern may select none: some 0.1 ms. */
    private static final int MOST_LOOKED_AT = 512;

    private final ReentrantLock lock = new ReentrantLock();
    private final String epoch;
    private final Clock clock;
    private final LogBudget budget;
    private final TreeMap<Long, LogMessage> messages = new TreeMap<>();
    private final Map<String, SubjectSelection> subjects = new HashMap<>();
    private final PatternTree<PatternSelection> patterns = new PatternTree<>();
    private final PublisherIds ids = new PublisherIds();
    private final LogCounts counts = new LogCounts();
    private LogBounds bounds;
    /** Counts the changes of {@link #patterns}. */
    private long patternsVersion;

    private boolean closed;
    private long newest;
    /** The newest offset of a message that is no longer there. */
    private long lost;
    /** The newest offset of a lost message whose subject is no longer known. */
    private long lostOfUnknown;

    /** Changed under the lock, read without it. */
    private final AtomicLong bytes = new AtomicLong();

    /** Creates an empty log. */
    public MemoryLog(String epoch, LogBounds bounds, LogBudget budget, Clock clock) {
        this.epoch = epoch;
        this.bounds = bounds;
        this.budget = budget;
        this.clock = clock;
        budget.add(this);
    }

    @Override
    public String epoch() {
        return epoch;
    }

    @Override
    public CompletionStage<Long> append(String subject, byte[] data, @Nullable String id) {
        LogMessage message;
        List<Selection> audience;
        lock.lock();
        try {
            if (closed) {
                return CompletableFuture.failedFuture(new PublicationException(
                        Reason.UNKNOWN_TOPIC, "the topic of %s is no longer there".formatted(subject)));
            }
            long now = clock.nanoTime();
            String ofSubject = id == null ? null : subject + ' ' + id;
            Long known = ofSubject == null ? null : ids.find(ofSubject, now, bounds);
            if (known != null) {
                return CompletableFuture.completedFuture(known);
            }
            newest++;
            message = new LogMessage(epoch, newest, subject, data, now, counts);
            audience = add(message);
            if (ofSubject != null) {
                ids.add(ofSubject, newest, now, bounds);
            }
            keepBounds(now);
        } finally {
            lock.unlock();
        }
        counts.published(message.members().length);
        budget.keep();
        audience.forEach(Selection::report);
        return CompletableFuture.completedFuture(message.offset());
    }

    private List<Selection> add(LogMessage message) {
        SubjectSelection of = subjects.computeIfAbsent(message.subject(), this::newSubject);
        if (bounds.newestOnly()) {
            LogMessage before = of.first();
            if (before != null) {
                // Not lost: whoever reads the subject gets the newer one.
                of.replaceFirst();
                forget(before);
            }
        }
        of.append(message);
        messages.put(message.offset(), message);
        hold(message.size());
        List<Selection> audience = of.audience(patterns, patternsVersion);
        audience.forEach(selection -> selection.added(message.offset()));
        return audience;
    }

    private SubjectSelection newSubject(String subject) {
        SubjectSelection selection = new SubjectSelection(SubjectPattern.parse(subject), lostOfUnknown);
        // What may be lost is news: who resumes before it is told of the gap, and need not wait for the next message.
        selection.added(lostOfUnknown);
        return selection;
    }

    private void hold(long more) {
        bytes.addAndGet(more);
        budget.hold(more);
    }

    private void forget(LogMessage message) {
        messages.remove(message.offset());
        hold(-message.size());
    }

    private void keepBounds(long now) {
        while (messages.size() > bounds.messages() || (bytes.get() > bounds.bytes() && messages.size() > 1)) {
            removeFirst();
        }
        removeOlder(now);
    }

    private void removeOlder(long now) {
        while (!messages.isEmpty() && now - messages.firstEntry().getValue().nanos() > bounds.ageNanos()) {
            removeFirst();
        }
    }

    private void removeFirst() {
        LogMessage oldest = messages.firstEntry().getValue();
        forget(oldest);
        SubjectSelection of = subjects.get(oldest.subject());
        if (of != null) {
            of.audience(patterns, patternsVersion).forEach(selection -> selection.evicted(oldest.offset()));
            of.removeFirst();
            forgetIfUnused(of);
        }
        lost = Math.max(lost, oldest.offset());
    }

    private void forgetIfUnused(SubjectSelection of) {
        if (of.isEmpty() && !of.isUsed()) {
            subjects.remove(of.subject());
            lostOfUnknown = Math.max(lostOfUnknown, of.lost());
        }
    }

    @Override
    public Selection select(SubjectPattern pattern) {
        lock.lock();
        try {
            Selection selection = pattern.isSubject()
                    ? subjects.computeIfAbsent(pattern.toString(), this::newSubject)
                    : patterns.computeIfAbsent(pattern, this::newPattern);
            selection.use();
            return selection;
        } finally {
            lock.unlock();
        }
    }

    private PatternSelection newPattern(SubjectPattern pattern) {
        patternsVersion++;
        PatternSelection selection = new PatternSelection(pattern, lost);
        selection.added(newest);
        return selection;
    }

    @Override
    public void release(Selection selection) {
        lock.lock();
        try {
            if (selection.release()) {
                if (selection instanceof SubjectSelection of) {
                    forgetIfUnused(of);
                } else {
                    patterns.remove(selection.pattern());
                    patternsVersion++;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void watch(Selection selection, Runnable watcher) {
        lock.lock();
        try {
            selection.add(watcher);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void unwatch(Selection selection, Runnable watcher) {
        lock.lock();
        try {
            selection.remove(watcher);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long start(Selection selection) {
        lock.lock();
        try {
            return selection.lost();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public LogSlice read(Selection selection, long after, int most, long mostBytes) {
        lock.lock();
        try {
            Reading reading = new Reading(after, most, mostBytes);
            if (selection instanceof SubjectSelection of) {
                reading.ofSubject(of);
            } else {
                reading.ofPattern(selection);
            }
            return reading.slice(selection.lost() > after);
        } finally {
            lock.unlock();
        }
    }

    /** A reading, under the lock. */
    private final class Reading {

        private final List<LogMessage> found = new ArrayList<>();
        private final int most;
        private final long mostBytes;
        private final long after;
        private long taken;
        private boolean isEnd = true;
        private long through;

        Reading(long after, int most, long mostBytes) {
            this.after = after;
            this.most = most;
            this.mostBytes = mostBytes;
            through = Math.max(after, newest);
        }

        void ofSubject(SubjectSelection of) {
            of.readAfter(after, this::take);
        }

        void ofPattern(Selection selection) {
            int left = MOST_LOOKED_AT;
            long looked = after;
            for (LogMessage message : messages.tailMap(after, false).values()) {
                if (left == 0) {
                    stop(looked);
                    return;
                }
                left--;
                if (isSelected(message, selection) && !take(message)) {
                    return;
                }
                looked = message.offset();
            }
        }

        private boolean isSelected(LogMessage message, Selection selection) {
            SubjectSelection of = subjects.get(message.subject());
            return of != null && of.audience(patterns, patternsVersion).contains(selection);
        }

        private boolean take(LogMessage message) {
            if (found.size() == most || (taken >= mostBytes && !found.isEmpty())) {
                stop(found.isEmpty() ? after : found.get(found.size() - 1).offset());
                return false;
            }
            found.add(message);
            taken += message.members().length;
            return true;
        }

        private void stop(long looked) {
            isEnd = false;
            through = looked;
        }

        LogSlice slice(boolean isGap) {
            long first = found.isEmpty() ? through + 1 : found.get(0).offset();
            return new LogSlice(isGap, first, found, through, isEnd);
        }
    }

    @Override
    public long newest() {
        lock.lock();
        try {
            return newest;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long oldest() {
        lock.lock();
        try {
            return messages.isEmpty() ? newest + 1 : messages.firstKey();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void bounds(LogBounds changed) {
        lock.lock();
        try {
            if (changed.newestOnly() && !bounds.newestOnly()) {
                keepNewest();
            } else if (!changed.newestOnly() && bounds.newestOnly()) {
                loseReplaced();
            }
            bounds = changed;
            keepBounds(clock.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    private void keepNewest() {
        for (SubjectSelection of : subjects.values()) {
            LogMessage oldest = of.first();
            while (oldest != null && of.size() > 1) {
                of.replaceFirst();
                forget(oldest);
                oldest = of.first();
            }
        }
    }

    /** Who is to get all messages from now on, and has not had those that were replaced, is told of a gap. */
    private void loseReplaced() {
        for (SubjectSelection of : subjects.values()) {
            of.audience(patterns, patternsVersion).forEach(selection -> selection.evicted(of.replaced()));
            lost = Math.max(lost, of.replaced());
        }
    }

    @Override
    public void removeOld(long nowNanos) {
        lock.lock();
        try {
            removeOlder(nowNanos);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean removeOldest() {
        lock.lock();
        try {
            if (messages.isEmpty()) {
                return false;
            }
            removeFirst();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            // From here on nothing is added that nobody would remove.
            closed = true;
        } finally {
            lock.unlock();
        }
        budget.remove(this);
    }

    @Override
    public LogCounts counts() {
        return counts;
    }

    @Override
    public long bytes() {
        return bytes.get();
    }

    @Override
    public int size() {
        lock.lock();
        try {
            return messages.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int subjects() {
        lock.lock();
        try {
            return subjects.size();
        } finally {
            lock.unlock();
        }
    }
}
