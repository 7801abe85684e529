package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class StallTest {

    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch latch = new CountDownLatch(1);

    /** Here the class of the test, of Medley's packages, has the lock. */
    @Test
    void aWaitForALockOfMedleyIsTold() throws Exception {
        Thread waiting;
        lock.lock();
        try {
            waiting = waiting(this::lockAndUnlock);
            assertThat(stall(waiting.getStackTrace()).isForLockOfMedley()).isTrue();
        } finally {
            lock.unlock();
        }
        waiting.join();
    }

    @Test
    void oneForSomethingElseIsNot() throws Exception {
        Thread waiting = waiting(() -> {
            try {
                latch.await();
            } catch (InterruptedException x) {
                throw new AssertionError(x);
            }
        });

        assertThat(stall(waiting.getStackTrace()).isForLockOfMedley()).isFalse();
        latch.countDown();
        waiting.join();
    }

    @Test
    void oneForALockOfAMashupIsNot() {
        StackTraceElement locks = new StackTraceElement(ReentrantLock.class.getName(), "lock", null, 1);
        StackTraceElement mashup = new StackTraceElement("com.acme.Quote", "compose", null, 1);

        assertThat(stall(locks, mashup).isForLockOfMedley()).isFalse();
    }

    private void lockAndUnlock() {
        lock.lock();
        try {
            assertThat(lock.isHeldByCurrentThread()).isTrue();
        } finally {
            lock.unlock();
        }
    }

    private static Thread waiting(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        Soon.until("it waits", () -> thread.getState() == Thread.State.WAITING);
        return thread;
    }

    private static Stall stall(StackTraceElement... stack) {
        return new Stall("medley-1", 0, 1, Thread.State.WAITING, List.of(stack));
    }
}
