package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IntervalThreadTest {

    private final AtomicInteger looks = new AtomicInteger();
    private volatile boolean fails;
    private final IntervalThread thread = new IntervalThread("looks", this::look, TimeUnit.MILLISECONDS.toNanos(1));

    @BeforeEach
    void start() {
        thread.start();
    }

    @AfterEach
    void close() {
        thread.close();
    }

    @Test
    void withoutWorkItSleeps() {
        Soon.until("asleep", thread::isAsleep);
        assertThat(looks).hasValueLessThanOrEqualTo(2);
    }

    @Test
    void workWakesIt() {
        Soon.until("asleep", thread::isAsleep);
        int before = looks.get();
        thread.onWork();
        Soon.until("a look", () -> looks.get() > before);
        Soon.until("asleep again", thread::isAsleep);
    }

    @Test
    void aLookThatFailsIsFollowedByOthers() {
        Soon.until("asleep", thread::isAsleep);
        int before = looks.get();
        fails = true;
        thread.onWork();
        Soon.until("a look after the failure", () -> looks.get() > before + 1);
    }

    private long look() {
        looks.incrementAndGet();
        if (fails) {
            fails = false;
            throw new IllegalStateException("for the test");
        }
        return IntervalThread.NO_WORK;
    }
}
