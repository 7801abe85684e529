package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.BrokerThread.WorksFor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BoundedExecutorTest {

    private final BrokerPool pool = new BrokerPool(16, false);
    private final BoundedExecutor share = new BoundedExecutor(pool, 2, WorksFor.MASHUPS);
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        pool.start();
    }

    @AfterEach
    void close() {
        release.countDown();
        pool.close();
    }

    @Test
    void theShareOfThePoolIsHalfOfItsFreeThreads() {
        assertThat(pool.share().maxThreads()).isEqualTo(6);
    }

    @Test
    void tasksThatBlockHoldNoMoreThreadsThanTheShare() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(2);
        for (int i = 0; i < 50; i++) {
            share.execute(() -> {
                held.countDown();
                block();
                done.add("task");
            });
        }
        Soon.down(held);
        CountDownLatch beside = new CountDownLatch(1);
        pool.execute(beside::countDown);
        Soon.down(beside);
        assertThat(pool.use().queued()).as("tasks in the pool's queue").isZero();

        release.countDown();
        Soon.asserted(() -> assertThat(done).hasSize(50));
    }

    @Test
    void requestsThatHaveBegunGoFirst() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(2);
        CountDownLatch releaseOne = new CountDownLatch(1);
        share.execute(() -> holdUntil(release, held));
        share.execute(() -> holdUntil(releaseOne, held));
        Soon.down(held);
        share.admit(() -> done.add("request"), 10);
        share.execute(() -> done.add("task"));
        // One thread runs both: two would begin them in order, and end them in any.
        releaseOne.countDown();

        Soon.asserted(() -> assertThat(done).containsExactly("task", "request"));
    }

    @Test
    void requestsThatBlockWhileTheyBeginLeaveAThreadToThoseThatHaveBegun() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) {
            share.admit(
                    () -> {
                        begun.countDown();
                        block();
                        done.add("request");
                    },
                    10);
        }
        Soon.down(begun);
        for (int i = 0; i < 3; i++) {
            share.execute(() -> done.add("task"));
        }

        Soon.asserted(() -> assertThat(done).containsExactly("task", "task", "task"));
        assertThat(share.queued()).isEqualTo(2);
        release.countDown();
        Soon.asserted(() -> assertThat(done).hasSize(6));
        assertThat(share.queued()).isZero();
    }

    @Test
    void aShareOfOneThreadBeginsRequestsToo() {
        BoundedExecutor one = new BoundedExecutor(pool, 1, WorksFor.MASHUPS);
        one.admit(() -> done.add("first"), 10);
        one.admit(() -> done.add("second"), 10);
        one.execute(() -> done.add("task"));

        Soon.asserted(() -> assertThat(done).containsExactlyInAnyOrder("first", "second", "task"));
    }

    @Test
    void noMoreRequestsWaitThanMay() {
        holdBothThreads();
        assertThat(share.admit(() -> done.add("first"), 1)).isTrue();
        assertThat(share.admit(() -> done.add("second"), 1)).isFalse();
        release.countDown();

        Soon.asserted(() -> assertThat(done).containsExactly("first"));
    }

    @Test
    void computationsLeaveAThreadToTheTasks() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) {
            share.compute(() -> {
                begun.countDown();
                block();
            });
        }
        Soon.down(begun);
        share.execute(() -> done.add("task"));
        share.execute(() -> done.add("task"));

        Soon.asserted(() -> assertThat(done).containsExactly("task", "task"));
        assertThat(share.maxComputing()).isEqualTo(1);
    }

    @Test
    void computationsAndNewRequestsTakeTurnsBehindTheTasks() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(2);
        CountDownLatch releaseOne = new CountDownLatch(1);
        share.execute(() -> holdUntil(release, held));
        share.execute(() -> holdUntil(releaseOne, held));
        Soon.down(held);
        for (int i = 1; i <= 2; i++) {
            String number = " " + i;
            share.admit(() -> done.add("request" + number), 10);
            share.compute(() -> done.add("computation" + number));
        }
        share.execute(() -> done.add("task"));
        releaseOne.countDown();

        Soon.asserted(() ->
                assertThat(done).containsExactly("task", "computation 1", "request 1", "computation 2", "request 2"));
    }

    @Test
    void aShareWithoutThreadsComputesNothing() {
        assertThat(new BoundedExecutor(pool, 0, WorksFor.MASHUPS).maxComputing())
                .isZero();
        assertThat(new BoundedExecutor(pool, 1, WorksFor.MASHUPS).maxComputing())
                .isEqualTo(1);
    }

    @Test
    void aTaskThatFailsStopsNoOther() {
        share.execute(() -> {
            throw new IllegalStateException("for the test");
        });
        share.execute(() -> done.add("next"));

        Soon.asserted(() -> assertThat(done).containsExactly("next"));
    }

    @Test
    void aTaskOfAClosedPoolRunsAtOnce() {
        pool.close();
        share.execute(() -> done.add("task"));

        assertThat(done).containsExactly("task");
    }

    private void holdBothThreads() {
        CountDownLatch held = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            share.execute(() -> holdUntil(release, held));
        }
        try {
            Soon.down(held);
        } catch (InterruptedException x) {
            throw new AssertionError(x);
        }
    }

    private static void holdUntil(CountDownLatch released, CountDownLatch held) {
        held.countDown();
        await(released);
    }

    private void block() {
        await(release);
    }

    private static void await(CountDownLatch latch) {
        try {
            Soon.down(latch);
        } catch (InterruptedException x) {
            throw new AssertionError(x);
        }
    }
}
