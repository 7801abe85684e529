package dev.medley.topic.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.ManualClock;
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
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the log does not have any more is told, whatever is published, removed, subscribed to and resumed. */
class LossTest {

    private static final List<String> PATTERNS =
            List.of("t.a", "t.b", "t.*", "t.>", "t.*.x", "t.a.>", "t.a.x", "t.rare", "t.*.*");
    private static final List<String> SUBJECTS =
            List.of("t.a", "t.b", "t.c", "t.a.x", "t.b.x", "t.c.y", "t.b", "t.b", "t.rare");

    private final ManualClock clock = ManualClock.inline();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Dispatcher dispatcher = new Dispatcher(tasks::add, tasks::add, () -> false, clock);
    private final LogBudget budget = new LogBudget(1L << 40);
    private final Topic topic =
            new Topic(TopicSettings.builder("t").build(), new MemoryLog("e", messages(20), budget, clock));
    /** The subject of each offset, from 1 on. */
    private final List<String> published = new ArrayList<>(List.of(""));

    private final List<Client> clients = new ArrayList<>();

    @Test
    void aLossIsToldAtOnceToWhoeverResumesASubjectThatTheLogHasForgotten() {
        topic.log().bounds(messages(2));
        for (String subject : List.of("t.a", "t.b", "t.b", "t.b")) {
            publish(subject);
        }
        Client client = new Client("t.a", StartPosition.after(new Position("e", 0)));
        client.read(10);
        assertThat(client.gaps).isOne();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void aClientHasEachMessageOnceOrIsToldOfAGap(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 5000; step++) {
            int what = random.nextInt(100);
            if (what < 50) {
                publish(SUBJECTS.get(random.nextInt(SUBJECTS.size())));
            } else if (what < 60) {
                clients.add(new Client(PATTERNS.get(random.nextInt(PATTERNS.size())), start(random)));
            } else if (what < 75 && !clients.isEmpty()) {
                clients.get(random.nextInt(clients.size())).read(1 + random.nextInt(4));
            } else if (what < 82 && !clients.isEmpty()) {
                clients.get(random.nextInt(clients.size())).resume();
            } else if (what < 88 && !clients.isEmpty()) {
                clients.remove(random.nextInt(clients.size())).session.close();
            } else if (what < 91) {
                topic.log().bounds(messages(1 + random.nextInt(30)));
            } else if (what < 93) {
                budget.limit(random.nextInt(6000));
                budget.limit(1L << 40);
            } else if (what < 95) {
                clock.advance(Duration.ofNanos(random.nextInt(50)));
                topic.log().removeOld(clock.nanoTime());
            } else {
                run();
            }
            clock.advance(Duration.ofNanos(1));
        }
        run();
        clients.forEach(client -> {
            client.read(Integer.MAX_VALUE);
            client.checkUpTo(topic.log().newest());
        });
    }

    private StartPosition start(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> StartPosition.NOW;
            case 1 -> StartPosition.EARLIEST;
            default ->
                StartPosition.after(
                        new Position("e", random.nextLong(topic.log().newest() + 1)));
        };
    }

    private static LogBounds messages(int most) {
        return new LogBounds(false, most, 1L << 40, 1000, 0, 0);
    }

    private void publish(String subject) {
        published.add(subject);
        topic.log().append(subject, "0".getBytes(StandardCharsets.UTF_8), null);
    }

    private void run() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    /** Keeps what it has got in mind, and resumes behind it. */
    private final class Client implements Session.Transport, Session.Collector {

        private final SubjectPattern pattern;
        private Session session = new Session(dispatcher, this);
        private Subscription subscription;
        private long last;
        private int gaps;
        private boolean told;

        Client(String pattern, StartPosition start) {
            this.pattern = SubjectPattern.parse(pattern);
            subscription = session.subscribe(topic, this.pattern, start, 0, begun -> {});
            last = subscription.position();
        }

        void resume() {
            session.close();
            session = new Session(dispatcher, this);
            told = false;
            subscription =
                    session.subscribe(topic, pattern, StartPosition.after(new Position("e", last)), 0, begun -> {});
        }

        void read(int batches) {
            for (int i = 0; i < batches && session.hasMessages(); i++) {
                session.collect(this, 2, 1000);
            }
        }

        @Override
        public void onMessages() {
            // The test reads.
        }

        @Override
        public void onGap(Subscription of, long first) {
            gaps++;
            told = true;
            assertThat(first).isGreaterThan(last);
        }

        @Override
        public void onMessage(Subscription of, LogMessage message, long previous) {
            assertThat(pattern.matches(message.subject())).isTrue();
            assertThat(message.offset()).isGreaterThan(last);
            assertThat(previous).isLessThanOrEqualTo(last);
            checkUpTo(message.offset() - 1);
            last = message.offset();
            told = false;
        }

        void checkUpTo(long offset) {
            for (long each = last + 1; each <= offset && !told; each++) {
                assertThat(pattern.matches(published.get((int) each)))
                        .as("%s behind %d of %s is lost without a gap", each, last, pattern)
                        .isFalse();
            }
        }
    }
}
