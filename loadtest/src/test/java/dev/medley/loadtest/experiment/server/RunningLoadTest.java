package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RunningLoadTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void timeThatHasPassedAlreadyIsNotWaitedForAgain() throws Exception {
        RunningLoad<Integer> load = RunningLoad.start(onBegin -> () -> {
            onBegin.run();
            end.await();
            return 42;
        });

        load.awaitTime(Duration.ZERO);
        load.awaitTime(Duration.ZERO);
        end.countDown();

        assertThat(load.awaitEnd()).isEqualTo(42);
    }

    @Test
    void aLoadThatEndsBeforeItsTimeIsAFailure() {
        RunningLoad<Integer> begun = RunningLoad.start(onBegin -> () -> {
            onBegin.run();
            return 42;
        });
        RunningLoad<Integer> notBegun = RunningLoad.start(onBegin -> () -> 42);

        assertThatThrownBy(() -> begun.awaitTime(MINUTE))
                .isInstanceOf(IOException.class)
                .hasMessage("the load ended before its time");
        assertThatThrownBy(() -> notBegun.awaitTime(MINUTE))
                .isInstanceOf(IOException.class)
                .hasMessage("the load ended before its time");
    }

    @Test
    void theFailureOfALoadIsReported() {
        RunningLoad<Integer> load = RunningLoad.start(onBegin -> () -> {
            throw new IllegalStateException("out of users");
        });

        assertThatThrownBy(() -> load.awaitTime(MINUTE))
                .isInstanceOf(IOException.class)
                .hasMessage("the load failed: out of users")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(load::awaitEnd).isInstanceOf(IOException.class).hasMessage("the load failed: out of users");
    }

    @Test
    void anInterruptReachesTheLoad() {
        RunningLoad<Integer> load = RunningLoad.start(onBegin -> () -> {
            end.await();
            return 42;
        });

        load.interrupt();

        assertThatThrownBy(load::awaitEnd).hasCauseInstanceOf(InterruptedException.class);
    }
}
