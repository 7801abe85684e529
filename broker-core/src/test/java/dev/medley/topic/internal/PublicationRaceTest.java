package dev.medley.topic.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ManualClock;
import dev.medley.topic.Position;
import dev.medley.topic.TopicSettings;
import dev.medley.topic.internal.log.LogBounds;
import dev.medley.topic.internal.log.LogBudget;
import dev.medley.topic.internal.log.LogMessage;
import dev.medley.topic.internal.log.MemoryLog;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Threads publish while sessions come, read, leave and resume: none misses or repeats a message. */
class PublicationRaceTest {

    private static final int PUBLISHERS = 3;
    private static final int MESSAGES = 20_000;
    private static final int SESSIONS = 40;
    private static final SubjectPattern ALL = SubjectPattern.parse("t.*");

    private final Clock clock = ManualClock.inline();
    private final Topic topic = new Topic(
            TopicSettings.builder("t").build(),
            new MemoryLog(
                    "e",
                    new LogBounds(false, 1_000_000, 1L << 40, Long.MAX_VALUE, 0, 0),
                    new LogBudget(1L << 40),
                    clock));

    @Test
    void eachSessionGetsEachMessageBehindItsPositionOnceAndInOrder() throws Exception {
        ExecutorService[] serial = {Executors.newSingleThreadExecutor(), Executors.newSingleThreadExecutor()};
        ExecutorService publishers = Executors.newFixedThreadPool(PUBLISHERS);
        try {
            List<Reader> readers = new ArrayList<>();
            CountDownLatch caughtUp = new CountDownLatch(SESSIONS);
            for (int i = 0; i < SESSIONS; i++) {
                ExecutorService loop = serial[i % 2];
                Reader reader = new Reader(new Dispatcher(loop, loop, () -> false, clock), caughtUp);
                readers.add(reader);
            }
            for (int p = 0; p < PUBLISHERS; p++) {
                String subject = "t." + p;
                publishers.execute(() -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        topic.log().append(subject, "0".getBytes(StandardCharsets.UTF_8), null);
                    }
                });
            }
            readers.forEach(Reader::begin);
            assertThat(caughtUp.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(readers).allSatisfy(reader -> assertThat(reader.faults).isEmpty());
        } finally {
            publishers.shutdownNow();
            for (ExecutorService loop : serial) {
                loop.shutdownNow();
            }
        }
    }

    /** A client that leaves after some messages, and resumes behind the last one. */
    private final class Reader implements Session.Transport, Session.Collector {

        private final Dispatcher dispatcher;
        private final CountDownLatch caughtUp;
        private final List<String> faults = new ArrayList<>();
        private Session session;
        private long last;
        private int sinceBegin;
        private boolean done;

        Reader(Dispatcher dispatcher, CountDownLatch caughtUp) {
            this.dispatcher = dispatcher;
            this.caughtUp = caughtUp;
            session = new Session(dispatcher, this);
        }

        void begin() {
            dispatcher.execute(
                    () -> session.subscribe(topic, ALL, StartPosition.after(new Position("e", last)), 0, begun -> {}));
        }

        @Override
        public void onMessages() {
            Session mine = session;
            dispatcher.execute(() -> read(mine));
        }

        private void read(Session from) {
            while (from == session && from.hasMessages()) {
                from.collect(this, 50, Long.MAX_VALUE);
                if (sinceBegin > 3000) {
                    sinceBegin = 0;
                    from.close();
                    session = new Session(dispatcher, this);
                    begin();
                }
            }
            if (!done && last == (long) PUBLISHERS * MESSAGES) {
                done = true;
                caughtUp.countDown();
            }
        }

        @Override
        public void onGap(Subscription subscription, long first) {
            faults.add("a gap to " + first);
        }

        @Override
        public void onMessage(Subscription subscription, LogMessage message, long previous) {
            if (previous != last || message.offset() != last + 1) {
                faults.add("behind %d: %d after %d".formatted(last, message.offset(), previous));
            }
            last = message.offset();
            sinceBegin++;
        }
    }
}
