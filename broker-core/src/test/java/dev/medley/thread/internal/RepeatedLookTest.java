package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A look is made again and again, whatever one of them ends with. */
class RepeatedLookTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Logger LOGGER = (Logger) org.slf4j.LoggerFactory.getLogger(RepeatedLook.class);

    private final ManualClock clock = ManualClock.inline();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final AtomicInteger made = new AtomicInteger();
    private Throwable failure = new IllegalStateException("a defect");
    private boolean fails;
    private boolean more = true;

    @BeforeEach
    void listen() {
        log.start();
        LOGGER.addAppender(log);
        LOGGER.setAdditive(false);
    }

    @AfterEach
    void stop() {
        LOGGER.detachAppender(log);
        LOGGER.setAdditive(true);
    }

    @Test
    void looksFollowOneAnother() {
        try (RepeatedLook looks = looks()) {
            looks.start(Duration.ZERO);
            assertThat(made).hasValue(0);
            clock.advance(Duration.ZERO);
            assertThat(made).hasValue(1);
            clock.advance(INTERVAL.multipliedBy(3));
            assertThat(made).hasValue(4);
        }
        clock.advance(INTERVAL.multipliedBy(3));
        assertThat(made).hasValue(4);
        assertThat(clock.alarms()).isZero();
        assertThat(errors()).isEmpty();
    }

    @Test
    void aFailureIsLoggedOnceUntilALookSucceedsAndTheNextOneFollows() {
        try (RepeatedLook looks = looks()) {
            looks.startNow();
            for (Throwable each : List.of(new IllegalStateException("a defect"), new StackOverflowError())) {
                failure = each;
                fails = true;
                clock.advance(INTERVAL.multipliedBy(3));
                fails = false;
                clock.advance(INTERVAL);
            }
            assertThat(made).hasValue(9);
        }
        assertThat(errors()).hasSize(2).allMatch("internal error in the look; it still runs every PT5S"::equals);
    }

    @Test
    void anExecutorThatRefusesIsNoEnd() {
        AtomicInteger refused = new AtomicInteger();
        RepeatedLook looks = RepeatedLook.of(
                "look",
                clock,
                INTERVAL,
                task -> {
                    if (refused.getAndIncrement() == 0) {
                        throw new RejectedExecutionException("full");
                    }
                    task.run();
                },
                this::look);
        looks.startNow();
        clock.advance(INTERVAL);
        looks.close();

        assertThat(made).hasValue(1);
        assertThat(errors()).hasSize(1);
    }

    @Test
    void aLookThatEndsLaterEndsOnce() {
        List<RepeatedLook.Round> rounds = new ArrayList<>();
        RepeatedLook looks = new RepeatedLook("look", clock, INTERVAL, Runnable::run, rounds::add);
        looks.startNow();
        clock.advance(INTERVAL.multipliedBy(3));
        assertThat(rounds).hasSize(1);

        rounds.get(0).end(this::look);
        rounds.get(0).end(this::look);
        assertThat(made).hasValue(1);
        assertThat(clock.alarms()).isOne();
        clock.advance(INTERVAL);
        assertThat(rounds).hasSize(2);
        looks.close();
    }

    @Test
    void looksThatHaveEndedByThemselvesStartAgain() {
        try (RepeatedLook looks = looks()) {
            looks.start(INTERVAL);
            looks.start(INTERVAL);
            assertThat(clock.alarms()).isOne();
            more = false;
            clock.advance(INTERVAL);
            assertThat(clock.alarms()).isZero();

            looks.start(INTERVAL);
            clock.advance(INTERVAL);
            assertThat(made).hasValue(2);
        }
    }

    @Test
    void aStartWithinTheLastLookIsNotLost() {
        RepeatedLook[] self = new RepeatedLook[1];
        self[0] = RepeatedLook.of("look", clock, INTERVAL, Runnable::run, () -> {
            if (made.getAndIncrement() == 0) {
                self[0].start(INTERVAL);
            }
            return false;
        });
        self[0].start(INTERVAL);
        clock.advance(INTERVAL.multipliedBy(4));

        assertThat(made).hasValue(2);
        self[0].close();
    }

    private RepeatedLook looks() {
        return RepeatedLook.of("look", clock, INTERVAL, Runnable::run, this::look);
    }

    private boolean look() {
        made.incrementAndGet();
        if (fails && failure instanceof RuntimeException x) {
            throw x;
        }
        if (fails && failure instanceof Error x) {
            throw x;
        }
        return more;
    }

    private List<String> errors() {
        return log.list.stream()
                .filter(event -> event.getLevel() == Level.ERROR)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
