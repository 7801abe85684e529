package dev.medley.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchThreadTest {

    private final AtomicInteger looks = new AtomicInteger();
    private volatile boolean fails;
    private final WatchThread watch = new WatchThread(this::look, TimeUnit.MILLISECONDS.toNanos(1));

    @BeforeEach
    void start() {
        watch.start();
    }

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void withoutWorkItSleeps() {
        Soon.until("asleep", watch::isAsleep);
        assertThat(looks).hasValueLessThanOrEqualTo(2);
    }

    @Test
    void workWakesIt() {
        Soon.until("asleep", watch::isAsleep);
        int before = looks.get();
        watch.onWork();
        Soon.until("a look", () -> looks.get() > before);
        Soon.until("asleep again", watch::isAsleep);
    }

    @Test
    void aLookThatFailsIsFollowedByOthers() {
        Soon.until("asleep", watch::isAsleep);
        int before = looks.get();
        fails = true;
        watch.onWork();
        Soon.until("a look after the failure", () -> looks.get() > before + 1);
    }

    private long look() {
        looks.incrementAndGet();
        if (fails) {
            fails = false;
            throw new IllegalStateException("for the test");
        }
        return WatchThread.NO_WORK;
    }
}
