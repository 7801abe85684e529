package dev.medley.server.internal.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShutdownTest {

    @Test
    void aServerThatDoesNotStopIsHalted() throws Exception {
        CompletableFuture<Integer> halted = new CompletableFuture<>();
        CountDownLatch never = new CountDownLatch(1);
        Shutdown shutdown = new Shutdown(List.of(never::await), () -> Duration.ofMillis(20), halted::complete);
        Thread stop = new Thread(shutdown::stop, "stop");
        stop.start();

        assertThat(halted.get(30, TimeUnit.SECONDS)).isEqualTo(1);

        never.countDown();
        stop.join();
    }

    @Test
    void whatFailsToCloseKeepsNothingElseOpen() {
        CompletableFuture<Integer> halted = new CompletableFuture<>();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Shutdown shutdown = new Shutdown(
                List.of(
                        () -> {
                            throw new IllegalStateException("for the test");
                        },
                        () -> closed.complete(null)),
                () -> Duration.ofSeconds(30),
                halted::complete);

        shutdown.stop();

        assertThat(closed).isCompleted();
        assertThat(halted).isNotDone();
    }
}
