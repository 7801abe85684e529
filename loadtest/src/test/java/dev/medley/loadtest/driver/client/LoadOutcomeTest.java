package dev.medley.loadtest.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class LoadOutcomeTest {

    @Test
    void blamesTheDriverForWhatThisMachineLacks() {
        Throwable files =
                new SocketException("Could not connect").initCause(new SocketException("Too many open files"));
        Throwable ports = new BindException("Address already in use");

        assertThat(LoadOutcome.notConnected(files).error()).isEqualTo(ErrorKind.DRIVER_LIMIT);
        assertThat(LoadOutcome.notConnected(ports).error()).isEqualTo(ErrorKind.DRIVER_LIMIT);
        assertThat(LoadOutcome.notConnected(new Connections.LimitException(5)).error())
                .isEqualTo(ErrorKind.DRIVER_LIMIT);
        assertThat(LoadOutcome.notConnected(new ConnectException("Connection refused")))
                .isEqualTo(LoadOutcome.error(ErrorKind.CONNECT, "ConnectException: Connection refused", 0));
    }

    @Test
    void saysTheSameOfAllErrorsOfAKind() {
        assertThat(LoadOutcome.broken(new TimeoutException("Total timeout 499 ms elapsed"), 3))
                .isEqualTo(LoadOutcome.broken(new TimeoutException("Total timeout 500 ms elapsed"), 3));
        assertThat(LoadOutcome.broken(new SocketException("on HttpConnection@4f3a"), 0)
                        .message())
                .isEqualTo("SocketException");
        assertThat(LoadOutcome.broken(new SocketException("x".repeat(500)), 0).message())
                .hasSizeLessThan(130)
                .endsWith("...");
    }
}
