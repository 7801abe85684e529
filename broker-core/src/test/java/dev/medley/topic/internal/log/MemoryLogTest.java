package dev.medley.topic.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.ManualClock;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a log keeps, selects and reports as lost. */
class MemoryLogTest {

    private static final LogBounds BOUNDS = new LogBounds(
            false,
            1_000_000,
            1L << 40,
            Long.MAX_VALUE,
            100,
            Duration.ofMinutes(2).toNanos());

    /** Of a message of one digit with a subject of three characters. */
    private static final int SIZE =
            LogMessage.OVERHEAD + "\"position\":\"e:1\",\"subject\":\"t.a\",\"data\":1}".length();

    private final ManualClock clock = ManualClock.inline();
    private final LogBudget budget = new LogBudget(1L << 40);

    @Test
    void positionsAreOneSequenceOverAllSubjects() {
        MemoryLog log = log(BOUNDS);
        assertThat(append(log, "t.a", "1")).isEqualTo(1);
        assertThat(append(log, "t.b", "2")).isEqualTo(2);
        assertThat(append(log, "t.a", "3")).isEqualTo(3);
        assertThat(log.newest()).isEqualTo(3);
    }

    /** Two publishers may count from one. */
    @Test
    void anIdOfAnotherSubjectIsAnotherMessage() {
        MemoryLog log = log(BOUNDS);
        byte[] data = "1".getBytes(StandardCharsets.UTF_8);
        assertThat(log.append("t.a", data, "1").toCompletableFuture()).isCompletedWithValue(1L);
        assertThat(log.append("t.b", data, "1").toCompletableFuture()).isCompletedWithValue(2L);
        assertThat(log.append("t.a", data, "1").toCompletableFuture()).isCompletedWithValue(1L);
    }

    /** Nobody would give its bytes back. */
    @Test
    void aLogThatIsClosedTakesNoMessage() {
        MemoryLog log = log(BOUNDS);
        append(log, "t.a", "1");
        log.close();
        assertThat(log.append("t.a", "1".getBytes(StandardCharsets.UTF_8), null).toCompletableFuture())
                .isCompletedExceptionally();
        assertThat(budget.held()).isZero();
    }

    @Test
    void aReaderGetsTheMessagesOfItsSubjectsBehindItsPositionInOrder() {
        MemoryLog log = log(BOUNDS);
        append(log, "t.a", "1");
        append(log, "t.b", "2");
        append(log, "t.a", "3");
        append(log, "t.a.c", "4");
        assertThat(offsets(read(log, "t.a", 0))).containsExactly(1L, 3L);
        assertThat(offsets(read(log, "t.a", 1))).containsExactly(3L);
        assertThat(offsets(read(log, "t.*", 0))).containsExactly(1L, 2L, 3L);
        assertThat(offsets(read(log, "t.>", 2))).containsExactly(3L, 4L);
        assertThat(read(log, "t.>", 2).isGap()).isFalse();
        assertThat(read(log, "t.none", 0).messages()).isEmpty();
    }

    @Test
    void aReadingIsBoundedInMessagesAndBytesAndGoesOnWhereItEnded() {
        MemoryLog log = log(BOUNDS);
        for (int i = 0; i < 10; i++) {
            append(log, "t.a", "\"" + "x".repeat(98) + "\"");
        }
        Selection selection = log.select(SubjectPattern.parse("t.a"));
        LogSlice three = log.read(selection, 0, 3, Long.MAX_VALUE);
        assertThat(offsets(three)).containsExactly(1L, 2L, 3L);
        assertThat(three.isEnd()).isFalse();
        assertThat(three.through()).isEqualTo(3);
        LogSlice byBytes = log.read(selection, three.through(), 100, 300);
        assertThat(offsets(byBytes)).containsExactly(4L, 5L, 6L);
        assertThat(log.read(selection, 6, 100, 1).messages()).as("at least one").hasSize(1);
        LogSlice rest = log.read(selection, 6, 100, Long.MAX_VALUE);
        assertThat(rest.isEnd()).isTrue();
        assertThat(rest.through()).isEqualTo(10);
    }

    @Test
    void aReadingOfFewAmongManyIsBoundedAndGoesOn() {
        MemoryLog log = log(BOUNDS);
        for (int i = 0; i < 2000; i++) {
            append(log, "t.noise", "0");
        }
        append(log, "t.a.b", "1");
        Selection selection = log.select(SubjectPattern.parse("t.*.b"));
        LogSlice slice = log.read(selection, 0, 10, Long.MAX_VALUE);
        int readings = 1;
        while (!slice.isEnd()) {
            assertThat(slice.messages()).isEmpty();
            slice = log.read(selection, slice.through(), 10, Long.MAX_VALUE);
            readings++;
        }
        assertThat(offsets(slice)).containsExactly(2001L);
        assertThat(readings).isEqualTo(4);
    }

    @Test
    void whatIsBeyondTheBoundsIsRemovedAndAReaderBehindItHasAGap() {
        MemoryLog log = log(new LogBounds(false, 3, 1L << 40, Long.MAX_VALUE, 0, 0));
        for (int i = 1; i <= 5; i++) {
            append(log, i == 1 ? "t.quiet" : "t.a", "" + i);
        }
        assertThat(log.size()).isEqualTo(3);
        LogSlice behind = read(log, "t.a", 1);
        assertThat(behind.isGap()).isTrue();
        assertThat(behind.first()).isEqualTo(3);
        assertThat(offsets(behind)).containsExactly(3L, 4L, 5L);
        assertThat(read(log, "t.a", 2).isGap()).isFalse();
        assertThat(read(log, "t.>", 1).isGap()).isTrue();
        assertThat(read(log, "t.>", 2).isGap()).isFalse();
    }

    @Test
    void aSubjectThatLostNothingHasNoGapHoweverMuchOthersLose() {
        MemoryLog log = log(new LogBounds(false, 10, 1L << 40, Long.MAX_VALUE, 0, 0));
        Selection quiet = log.select(SubjectPattern.parse("t.quiet"));
        Selection quietOnes = log.select(SubjectPattern.parse("t.*.quiet"));
        for (int i = 0; i < 100; i++) {
            append(log, "t.noise", "0");
        }
        assertThat(log.read(quiet, 0, 10, 1000).isGap()).isFalse();
        assertThat(log.read(quietOnes, 0, 10, 1000).isGap()).isFalse();
        log.release(quiet);
        assertThat(read(log, "t.quiet", 0).isGap()).isFalse();
    }

    @Test
    void aSubjectThatWasForgottenHasAGapIfItMayHaveLostSomething() {
        MemoryLog log = log(new LogBounds(false, 1, 1L << 40, Long.MAX_VALUE, 0, 0));
        append(log, "t.a", "1");
        append(log, "t.b", "2");
        assertThat(log.subjects()).isEqualTo(1);
        assertThat(read(log, "t.a", 0).isGap()).isTrue();
        assertThat(read(log, "t.a", 0).first()).as("none is there").isEqualTo(3);
        assertThat(read(log, "t.a", 1).isGap()).isFalse();
    }

    @Test
    void bytesAndAgeAreBoundsToo() {
        MemoryLog log =
                log(new LogBounds(false, 1000, 3L * SIZE, Duration.ofSeconds(10).toNanos(), 0, 0));
        for (int i = 0; i < 5; i++) {
            append(log, "t.a", "" + i);
        }
        assertThat(log.size()).isEqualTo(3);
        clock.advance(Duration.ofSeconds(11));
        log.removeOld(clock.nanoTime());
        assertThat(log.size()).isZero();
        assertThat(log.bytes()).isZero();
        assertThat(budget.held()).isZero();
    }

    @Test
    void aMessageLargerThanTheBoundIsTheOnlyOne() {
        MemoryLog log = log(new LogBounds(false, 1000, 10, Long.MAX_VALUE, 0, 0));
        append(log, "t.a", "1");
        append(log, "t.a", "2");
        assertThat(log.size()).isEqualTo(1);
    }

    @Test
    void newestOnlyKeepsOneMessageOfEachSubjectAndThatIsNoGap() {
        MemoryLog log = log(new LogBounds(true, 1000, 1L << 40, Long.MAX_VALUE, 0, 0));
        append(log, "t.a", "1");
        append(log, "t.b", "2");
        append(log, "t.a", "3");
        LogSlice all = read(log, "t.>", 0);
        assertThat(offsets(all)).containsExactly(2L, 3L);
        assertThat(all.isGap()).isFalse();
        assertThat(offsets(read(log, "t.a", 0))).containsExactly(3L);
    }

    @Test
    void messagesThatWereReplacedAreAGapOnceAllAreToBeDelivered() {
        MemoryLog log = log(new LogBounds(true, 1000, 1L << 40, Long.MAX_VALUE, 0, 0));
        append(log, "t.b", "1");
        append(log, "t.a", "2");
        append(log, "t.a", "3");
        append(log, "t.b", "4");
        assertThat(read(log, "t.>", 0).isGap()).isFalse();
        log.bounds(BOUNDS);
        assertThat(read(log, "t.a", 1).isGap()).isTrue();
        assertThat(read(log, "t.b", 1).isGap()).isFalse();
        assertThat(read(log, "t.*", 1).isGap()).isTrue();
        LogSlice behind = read(log, "t.>", 2);
        assertThat(behind.isGap()).isFalse();
        assertThat(offsets(behind)).containsExactly(3L, 4L);
    }

    @Test
    void boundsThatChangeHoldAtOnce() {
        MemoryLog log = log(BOUNDS);
        for (int i = 0; i < 10; i++) {
            append(log, "t." + i % 2, "" + i);
        }
        log.bounds(new LogBounds(false, 4, 1L << 40, Long.MAX_VALUE, 0, 0));
        assertThat(log.size()).isEqualTo(4);
        log.bounds(new LogBounds(true, 4, 1L << 40, Long.MAX_VALUE, 0, 0));
        assertThat(offsets(read(log, "t.>", 6))).containsExactly(9L, 10L);
    }

    @Test
    void theSameIdWithinTheWindowAppendsNothing() {
        MemoryLog log = log(new LogBounds(
                false, 1000, 1L << 40, Long.MAX_VALUE, 2, Duration.ofSeconds(10).toNanos()));
        assertThat(append(log, "t.a", "1", "x")).isEqualTo(1);
        assertThat(append(log, "t.a", "1", "x")).isEqualTo(1);
        assertThat(append(log, "t.a", "2", "y")).isEqualTo(2);
        assertThat(append(log, "t.a", "3", "z")).isEqualTo(3);
        assertThat(append(log, "t.a", "1", "x")).as("two ids are kept").isEqualTo(4);
        clock.advance(Duration.ofSeconds(11));
        assertThat(append(log, "t.a", "3", "z")).as("for ten seconds").isEqualTo(5);
    }

    @Test
    void allLogsTogetherKeepTheBudgetAndTheLargestGivesWay() {
        MemoryLog small = log(BOUNDS);
        MemoryLog large = log(BOUNDS);
        append(small, "s.a", "1");
        for (int i = 0; i < 9; i++) {
            append(large, "l.a", "" + i);
        }
        budget.limit(5L * SIZE);
        assertThat(small.size()).isEqualTo(1);
        assertThat(large.size()).isEqualTo(4);
        append(small, "s.a", "2");
        assertThat(small.size()).isEqualTo(2);
        assertThat(large.size()).isEqualTo(3);
        budget.remove(large);
        assertThat(budget.held()).isEqualTo(small.bytes());
    }

    @Test
    void aWatcherIsCalledForEachMessageOfItsSelectionOnceThatCanBeRead() {
        MemoryLog log = log(BOUNDS);
        Selection selection = log.select(SubjectPattern.parse("t.*"));
        List<Long> seen = new ArrayList<>();
        Runnable watcher =
                () -> seen.add(offsets(log.read(selection, 0, 100, 1000)).get(seen.size()));
        log.watch(selection, watcher);
        append(log, "t.a", "1");
        append(log, "t.b.c", "2");
        append(log, "t.b", "3");
        log.unwatch(selection, watcher);
        append(log, "t.b", "4");
        assertThat(seen).containsExactly(1L, 3L);
    }

    @Test
    void whatAnyReaderMissesIsAGapAndNoGapIsWithoutAReason() {
        Random random = new Random(7);
        MemoryLog log = log(new LogBounds(false, 20, 1L << 40, Long.MAX_VALUE, 0, 0));
        Map<String, List<Long>> published = new HashMap<>();
        Map<String, Selection> selections = new HashMap<>();
        Map<String, Long> positions = new HashMap<>();
        for (String pattern : List.of("t.a", "t.b", "t.*", "t.>", "t.*.x")) {
            selections.put(pattern, log.select(SubjectPattern.parse(pattern)));
            positions.put(pattern, 0L);
        }
        for (int i = 0; i < 5000; i++) {
            String subject = List.of("t.a", "t.b", "t.c", "t.a.x", "t.b.x").get(random.nextInt(5));
            published.computeIfAbsent(subject, made -> new ArrayList<>()).add(append(log, subject, "0"));
            if (random.nextInt(10) == 0) {
                String pattern = List.copyOf(selections.keySet()).get(random.nextInt(5));
                long after = Objects.requireNonNull(positions.get(pattern));
                LogSlice slice = log.read(
                        Objects.requireNonNull(selections.get(pattern)), after, 1 + random.nextInt(30), Long.MAX_VALUE);
                List<Long> expected = published.entrySet().stream()
                        .filter(entry -> SubjectPattern.parse(pattern).matches(entry.getKey()))
                        .flatMap(entry -> entry.getValue().stream())
                        .filter(offset -> offset > after && offset <= slice.through())
                        .sorted()
                        .toList();
                List<Long> got = offsets(slice);
                assertThat(slice.isGap()).as(pattern).isEqualTo(!got.equals(expected));
                assertThat(expected).endsWith(got.toArray(Long[]::new));
                positions.put(pattern, slice.through());
            }
        }
    }

    private MemoryLog log(LogBounds bounds) {
        return new MemoryLog("e", bounds, budget, clock);
    }

    private static long append(TopicLog log, String subject, String data) {
        return append(log, subject, data, null);
    }

    private static long append(TopicLog log, String subject, String data, @Nullable String id) {
        return log.append(subject, data.getBytes(StandardCharsets.UTF_8), id)
                .toCompletableFuture()
                .join();
    }

    private static LogSlice read(TopicLog log, String pattern, long after) {
        Selection selection = log.select(SubjectPattern.parse(pattern));
        try {
            return log.read(selection, after, 100, Long.MAX_VALUE);
        } finally {
            log.release(selection);
        }
    }

    private static List<Long> offsets(LogSlice slice) {
        return slice.messages().stream().map(LogMessage::offset).toList();
    }
}
