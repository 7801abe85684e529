package dev.medley.loadtest.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PassTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void timeThatHasPassedAlreadyIsNotWaitedForAgain() {
        long begin = System.nanoTime() - MINUTE.toNanos();

        assertThatCode(() -> Pass.until(begin, MINUTE, new CompletableFuture<>()))
                .doesNotThrowAnyException();
    }

    @Test
    void aLoadThatEndsBeforeItsTimeIsAFailure() {
        assertThatThrownBy(() -> Pass.until(System.nanoTime(), MINUTE, CompletableFuture.completedFuture(1)))
                .isInstanceOf(IOException.class)
                .hasMessage("the load ended before its time");
    }

    @Test
    void whatTheLoadFailedOfIsSaid() {
        CompletableFuture<Integer> failed = CompletableFuture.failedFuture(new IllegalStateException("out of users"));

        assertThatThrownBy(() -> Pass.until(System.nanoTime(), MINUTE, failed))
                .isInstanceOf(IOException.class)
                .hasMessage("the load failed: out of users")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Pass.end(failed))
                .isInstanceOf(IOException.class)
                .hasMessage("the load failed: out of users");
    }

    @Test
    void theEndOfTheLoadIsItsResult() throws Exception {
        assertThat(Pass.end(Background.start(() -> 42).result())).isEqualTo(42);
    }
}
