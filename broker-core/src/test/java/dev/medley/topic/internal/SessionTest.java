package dev.medley.topic.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.thread.internal.ManualClock;
import dev.medley.topic.Delivery;
import dev.medley.topic.Position;
import dev.medley.topic.TopicSettings;
import dev.medley.topic.internal.log.LogBounds;
import dev.medley.topic.internal.log.LogBudget;
import dev.medley.topic.internal.log.LogMessage;
import dev.medley.topic.internal.log.MemoryLog;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Sessions pull what is published, each at its own pace. */
class SessionTest {

    private final ManualClock clock = ManualClock.inline();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Queue<Runnable> behind = new ArrayDeque<>();
    private final Dispatcher dispatcher = new Dispatcher(tasks::add, behind::add, () -> false, clock);
    private final Topic topic = topic(new LogBounds(false, 10, 1L << 40, Long.MAX_VALUE, 0, 0));

    @Test
    void aSessionGetsWhatIsPublishedBehindItsSubscription() {
        publish("t.a");
        Reader reader = new Reader();
        reader.session.subscribe(topic, SubjectPattern.parse("t.*"), StartPosition.NOW, 0, begun -> {});
        publish("t.a");
        publish("t.b.c");
        publish("t.b");
        run();
        reader.readAll();
        assertThat(reader.read).containsExactly("1<2", "2<4");
    }

    /** Otherwise a client would take it for one that it has missed. */
    @Test
    void aMessageOfOtherSubjectsIsNeverTheOneBefore() {
        Reader reader = new Reader();
        reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
        publish("t.a");
        publish("t.b");
        run();
        reader.readAll();
        publish("t.b");
        publish("t.a");
        run();
        reader.readAll();
        assertThat(reader.read).containsExactly("0<1", "1<4");
    }

    @Test
    void aMessageNamesTheOneBeforeOfItsSubscriptionWhateverElseIsPublishedBetween() {
        Reader reader = new Reader();
        reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
        publish("t.a");
        publish("t.b");
        run();
        reader.readAll();
        publish("t.a");
        run();
        reader.readAll();
        assertThat(reader.read).containsExactly("0<1", "1<3");
    }

    @Test
    void aSessionThatBeginsAtTheStartGetsAllThatIsThereWithoutAGap() {
        for (int i = 0; i < 12; i++) {
            publish("t.a");
        }
        Reader reader = new Reader();
        reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.EARLIEST, 0, begun -> {});
        reader.readAll();
        assertThat(reader.read).hasSize(10).startsWith("2<3").endsWith("11<12");
    }

    @Test
    void aSessionThatResumesGetsWhatItMissed() {
        publish("t.a");
        publish("t.a");
        Reader reader = new Reader();
        reader.session.subscribe(
                topic, SubjectPattern.parse("t.a"), StartPosition.after(new Position("e", 1)), 0, begun -> {});
        reader.readAll();
        assertThat(reader.read).containsExactly("1<2");
    }

    @Test
    void aSessionThatResumesWhereTheLogHasNothingAnyMoreIsToldOfTheGap() {
        for (int i = 0; i < 13; i++) {
            publish("t.a");
        }
        Reader reader = new Reader();
        reader.session.subscribe(
                topic, SubjectPattern.parse("t.a"), StartPosition.after(new Position("e", 2)), 0, begun -> {});
        reader.readAll();
        assertThat(reader.read).hasSize(11).startsWith("gap to 4", "2<4").endsWith("12<13");
    }

    /** A transport would write twice at once. */
    @Test
    void whoeverCollectsIsNotCalledBackInTheMiddle() {
        Reader reader = new Reader();
        reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
        publish("t.a");
        run();
        reader.onNext = () -> publish("t.a");
        reader.readAll();
        assertThat(reader.calls).isOne();
        assertThat(reader.read).containsExactly("0<1", "1<2");
    }

    @Test
    void aClientThatIsNotToldOfAGapYetResumesBeforeIt() {
        Reader reader = new Reader();
        Position before = new Position("before", 70);
        Subscription subscription = reader.session.subscribe(
                topic, SubjectPattern.parse("t.a"), StartPosition.after(before), 0, begun -> {});
        assertThat(subscription.resumption()).isEqualTo(before);
        reader.readAll();
        assertThat(subscription.resumption()).isEqualTo(new Position("e", 0));
    }

    @Test
    void theLagIsThatOfTheSlowestSubscriptionWhoseMessagesWait() {
        Reader slow = new Reader();
        slow.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
        Reader quiet = new Reader();
        quiet.session.subscribe(topic, SubjectPattern.parse("t.quiet"), StartPosition.NOW, 0, begun -> {});
        publish("t.a");
        publish("t.a");
        publish("t.b");
        LagSample sample = new LagSample();
        sample.add(slow.session);
        sample.add(quiet.session);
        sample.report();
        assertThat(topic.log().counts().lag()).isEqualTo(2);
        run();
        slow.readAll();
        sample.add(slow.session);
        sample.add(quiet.session);
        sample.report();
        assertThat(topic.log().counts().lag()).isZero();
        assertThat(topic.log().counts().subscriptions()).isEqualTo(2);
        slow.session.close();
        assertThat(topic.log().counts().subscriptions()).isOne();
    }

    @Test
    void aPositionOfAnotherEpochIsAGapEvenWithoutAMessage() {
        Reader reader = new Reader();
        reader.session.subscribe(
                topic, SubjectPattern.parse("t.a"), StartPosition.after(new Position("before", 70)), 0, begun -> {});
        reader.readAll();
        assertThat(reader.read).containsExactly("gap to 1");
        publish("t.a");
        run();
        reader.readAll();
        assertThat(reader.read).containsExactly("gap to 1", "0<1");
    }

    @Test
    void aPositionThatTheLogHasNotReachedIsRefused() {
        Reader reader = new Reader();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.session.subscribe(
                        topic, SubjectPattern.parse("t.a"), StartPosition.after(new Position("e", 1)), 0, begun -> {}))
                .withMessage("there is no position e:1 yet: the newest one is e:0");
        assertThat(reader.session.subscriptions()).isEmpty();
    }

    @Test
    void aSlowSessionCostsAPositionAndIsToldOfTheGapWhenItReadsAgain() {
        Reader slow = new Reader();
        Reader fast = new Reader();
        slow.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
        fast.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
        for (int i = 0; i < 30; i++) {
            publish("t.a");
            run();
            fast.readAll();
        }
        assertThat(slow.calls).isEqualTo(1);
        assertThat(fast.read).hasSize(30);
        slow.readAll();
        assertThat(slow.read).hasSize(11).startsWith("gap to 21", "0<21").endsWith("29<30");
    }

    @Test
    void aSessionReadsFromItsSubscriptionsInTurn() {
        Reader reader = new Reader();
        reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
        reader.session.subscribe(topic, SubjectPattern.parse("t.b"), StartPosition.NOW, 0, begun -> {});
        for (int i = 0; i < 3; i++) {
            publish("t.a");
            publish("t.b");
        }
        run();
        for (int i = 0; i < 4; i++) {
            reader.session.collect(reader, 1, 1000);
        }
        assertThat(reader.read).containsExactly("0<1", "0<2", "1<3", "2<4");
    }

    @Test
    void manySubscribersAreToldInTurnsBehindTheOtherWork() {
        List<Reader> readers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Reader reader = new Reader();
            reader.slow = true;
            reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
            readers.add(reader);
        }
        publish("t.a");
        tasks.remove().run();
        assertThat(called(readers)).isEqualTo(5);
        publish("t.a");
        assertThat(tasks).as("it is at work").isEmpty();
        int turns = 1;
        while (!behind.isEmpty()) {
            behind.remove().run();
            turns++;
        }
        assertThat(called(readers)).isEqualTo(100);
        assertThat(turns).isGreaterThanOrEqualTo(20);
        readers.forEach(Reader::readAll);
        assertThat(readers).allSatisfy(reader -> assertThat(reader.read).containsExactly("0<1", "1<2"));
    }

    @Test
    void subscriptionsMayEndInTheMiddleOfARound() {
        List<Reader> readers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Reader reader = new Reader();
            reader.slow = true;
            reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
            readers.add(reader);
        }
        publish("t.a");
        tasks.remove().run();
        for (int i = 0; i < 20; i += 2) {
            readers.get(i).session.close();
        }
        while (!behind.isEmpty()) {
            behind.remove().run();
        }
        for (int i = 1; i < 20; i += 2) {
            readers.get(i).readAll();
            assertThat(readers.get(i).read).as("reader " + i).containsExactly("0<1");
        }
    }

    @Test
    void nothingIsLeftOfSessionsThatAreClosed() {
        Reader reader = new Reader();
        Subscription one =
                reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
        reader.session.subscribe(topic, SubjectPattern.parse("t.>"), StartPosition.NOW, 0, begun -> {});
        assertThat(topic.log().subjects()).isEqualTo(1);
        reader.session.unsubscribe(one);
        reader.session.unsubscribe(one);
        assertThat(topic.log().subjects()).isZero();
        reader.session.close();
        publish("t.a");
        assertThat(tasks).isEmpty();
    }

    @Test
    void withAnIntervalASubscriptionGetsTheNewestOfEachSubjectOnceAnInterval() {
        Topic prices = new Topic(
                TopicSettings.builder("t")
                        .deliver(Delivery.LATEST)
                        .interval(Duration.ofSeconds(1))
                        .build(),
                new MemoryLog(
                        "e", new LogBounds(true, 10, 1L << 40, Long.MAX_VALUE, 0, 0), new LogBudget(1L << 40), clock));
        Reader reader = new Reader();
        reader.session.subscribe(prices, SubjectPattern.parse("t.>"), StartPosition.NOW, 0, begun -> {});
        publish(prices, "t.a");
        run();
        reader.readAll();
        assertThat(reader.read).containsExactly("0<1");
        for (int i = 0; i < 5; i++) {
            publish(prices, "t.a");
            publish(prices, "t.b");
            run();
            reader.readAll();
        }
        assertThat(reader.read).containsExactly("0<1");
        clock.advance(Duration.ofMillis(999));
        run();
        reader.readAll();
        assertThat(reader.read).containsExactly("0<1");
        clock.advance(Duration.ofMillis(1));
        run();
        reader.readAll();
        assertThat(reader.read).containsExactly("0<1", "1<10", "10<11");
        clock.advance(Duration.ofSeconds(5));
        publish(prices, "t.b");
        run();
        reader.readAll();
        assertThat(reader.read).endsWith("11<12");
    }

    @Test
    void aSubscriptionThatHasEndedGetsNothingWhenItsIntervalIsOver() {
        Topic prices = new Topic(
                TopicSettings.builder("t")
                        .deliver(Delivery.LATEST)
                        .interval(Duration.ofSeconds(1))
                        .build(),
                new MemoryLog(
                        "e", new LogBounds(true, 10, 1L << 40, Long.MAX_VALUE, 0, 0), new LogBudget(1L << 40), clock));
        Reader reader = new Reader();
        Subscription ended =
                reader.session.subscribe(prices, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
        publish(prices, "t.a");
        run();
        reader.readAll();
        publish(prices, "t.a");
        run();
        reader.session.unsubscribe(ended);
        clock.advance(Duration.ofSeconds(1));
        run();
        assertThat(reader.session.hasMessages()).isFalse();
        assertThat(reader.read).hasSize(1);
    }

    @Test
    void aPublisherWaitsOnceSubscribersHaveBeenToldTooSlowlyForAWhile() {
        List<Reader> readers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            Reader reader = new Reader();
            reader.slow = true;
            reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
            readers.add(reader);
        }
        publish("t.a");
        assertThat(dispatcher.caughtUp().toCompletableFuture()).isDone();
        run();
        for (int i = 0; i < 50; i++) {
            behind.remove().run();
        }
        // 25 ms of turns: the broadcast has not come to its end.
        CompletionStage<?> held = dispatcher.caughtUp();
        assertThat(held.toCompletableFuture()).isNotDone();
        while (!behind.isEmpty()) {
            assertThat(held.toCompletableFuture()).isNotDone();
            behind.remove().run();
        }
        assertThat(held.toCompletableFuture()).isDone();
        assertThat(called(readers)).isEqualTo(1000);
    }

    @Test
    void whatFailsForOneSessionHoldsUpNoOther() {
        List<Reader> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Reader reader = new Reader();
            reader.session.subscribe(topic, SubjectPattern.parse("t.a"), StartPosition.NOW, 0, begun -> {});
            readers.add(reader);
        }
        readers.get(1).fails = true;
        publish("t.a");
        run();
        dispatcher.executeBehindOthers(() -> {
            throw new IllegalStateException("a defect");
        });
        run();
        assertThat(readers).allMatch(reader -> reader.calls == 1);
        publish("t.a");
        run();
        assertThat(readers.get(0).session.hasMessages()).isTrue();
        List<String> later = new ArrayList<>();
        dispatcher.executeBehindOthers(() -> later.add("ran"));
        run();
        assertThat(later).containsExactly("ran");
    }

    private static long called(List<Reader> readers) {
        return readers.stream().filter(reader -> reader.calls > 0).count();
    }

    private Topic topic(LogBounds bounds) {
        return new Topic(
                TopicSettings.builder("t").build(), new MemoryLog("e", bounds, new LogBudget(1L << 40), clock));
    }

    private void publish(String subject) {
        publish(topic, subject);
    }

    private static void publish(Topic to, String subject) {
        to.log().append(subject, "0".getBytes(StandardCharsets.UTF_8), null);
    }

    private void run() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    /** A client that reads when the test says so. */
    private final class Reader implements Session.Transport, Session.Collector {

        private final List<String> read = new ArrayList<>();
        private final Session session = new Session(dispatcher, this);
        private int calls;
        /** What happens while it takes its next message. */
        private Runnable onNext = () -> {};
        /** Whether it has a defect. */
        private boolean fails;
        /** Whether telling it takes 0.1 ms. */
        private boolean slow;

        @Override
        public void onMessages() {
            calls++;
            if (fails) {
                throw new IllegalStateException("a defect");
            }
            if (slow) {
                clock.advance(Duration.ofNanos(100_000));
            }
        }

        void readAll() {
            while (session.hasMessages()) {
                session.collect(this, 3, 1000);
            }
        }

        @Override
        public void onGap(Subscription subscription, long first) {
            read.add("gap to " + first);
        }

        @Override
        public void onMessage(Subscription subscription, LogMessage message, long previous) {
            read.add(previous + "<" + message.offset());
            Runnable action = onNext;
            onNext = () -> {};
            action.run();
        }
    }
}
