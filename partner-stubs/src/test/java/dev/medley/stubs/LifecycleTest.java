package dev.medley.stubs;

import static dev.medley.stubs.Soon.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.raw.Frame;
import dev.medley.stubs.raw.HeaderBlock;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifecycleTest {

    @Test
    void severalPortsServeAtOnce() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().ports(0, 0, 0).start()) {
            assertThat(stubs.ports()).hasSize(3).doesNotHaveDuplicates();
            assertThat(stubs.port()).isEqualTo(stubs.ports().get(0));
            assertThat(stubs.uri()).isEqualTo(URI.create("http://127.0.0.1:" + stubs.port()));
            for (int port : stubs.ports()) {
                try (RawClient client = RawClient.to(port)) {
                    client.send("GET /status/200 HTTP/1.1\r\nHost: stubs\r\nConnection: close\r\n\r\n");
                    assertThat(client.readToEnd()).startsWith("HTTP/1.1 200 OK\r\n");
                }
            }
            assertThat(stubs.requests()).isEqualTo(3);
        }
    }

    @Test
    void closingEndsPortsConnectionsAndThreads() throws Exception {
        StubThreads.awaitNone();
        PartnerStubs stubs = PartnerStubs.builder().start();
        int port = stubs.port();
        try (RawClient client = RawClient.to(port)) {
            client.send("GET /partner/1?delay=600000 HTTP/1.1\r\nHost: stubs\r\n\r\n");
            soon().until(stubs::inFlight, count -> count == 1);

            stubs.close();

            assertThat(client.readToEnd()).isEmpty();
        }
        assertThatThrownBy(() -> RawClient.to(port)).isInstanceOf(ConnectException.class);
        StubThreads.awaitNone();
    }

    @Test
    void aDrainLetsRequestsInFlightEnd() throws Exception {
        PartnerStubs stubs = PartnerStubs.builder().start();
        try (RawHttp2Client client = RawHttp2Client.to(stubs.port())) {
            client.send(Frame.headers(
                    1,
                    HeaderBlock.of(
                            ":method",
                            "GET",
                            ":scheme",
                            "http",
                            ":authority",
                            "stubs",
                            ":path",
                            "/status/200?delay=300"),
                    true));
            soon().until(stubs::inFlight, count -> count == 1);

            stubs.close(Soon.AT_THE_LATEST);

            assertThat(client.next()).startsWith("GOAWAY 0 last=").endsWith("code=0");
            List<String> frames = new ArrayList<>();
            for (String next = client.next(); !next.equals("closed"); next = client.next()) {
                frames.add(next);
            }
            assertThat(frames).anyMatch(frame -> frame.startsWith("HEADERS 1"));
        }
        StubThreads.awaitNone();
    }

    @Test
    void aDrainOverHttp11ClosesIdleConnectionsAndAnswersTheOthers() throws Exception {
        PartnerStubs stubs = PartnerStubs.builder().start();
        try (RawClient idle = RawClient.to(stubs.port());
                RawClient busy = RawClient.to(stubs.port())) {
            idle.send("GET /status/200 HTTP/1.1\r\nHost: stubs\r\n\r\n").readUntil("\r\n\r\n");
            busy.send("GET /status/200?delay=300 HTTP/1.1\r\nHost: stubs\r\n\r\n");
            soon().until(stubs::inFlight, count -> count == 1);

            stubs.close(Soon.AT_THE_LATEST);

            assertThat(busy.readToEnd()).startsWith("HTTP/1.1 200 OK\r\n");
            idle.readToEnd();
        }
    }

    @Test
    void requestsThatOutlastADrainAreReported() throws Exception {
        PartnerStubs stubs = PartnerStubs.builder().start();
        try (RawClient busy = RawClient.to(stubs.port())) {
            busy.send("GET /status/200?delay=600000 HTTP/1.1\r\nHost: stubs\r\n\r\n");
            soon().until(stubs::inFlight, count -> count == 1);

            assertThatIllegalStateException()
                    .isThrownBy(() -> stubs.close(Duration.ofMillis(50)))
                    .withMessageContaining("did not stop");
            assertThat(busy.readToEnd()).isEmpty();
        }
        StubThreads.awaitNone();
    }

    @Test
    void aPortThatIsTakenIsReportedAndLeavesNothingBehind() {
        try (PartnerStubs first = PartnerStubs.builder().start()) {
            PartnerStubs second = PartnerStubs.builder().port(first.port()).build();

            assertThatThrownBy(second::start)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(String.valueOf(first.port()));
        }
        StubThreads.awaitNone();
    }

    @Test
    void stubsStartOnce() {
        try (PartnerStubs stubs = PartnerStubs.builder().start()) {
            assertThatIllegalStateException().isThrownBy(stubs::start).withMessageContaining("already been started");
        }
    }

    @Test
    void stubsThatDoNotRunHaveNoPort() {
        PartnerStubs stubs = PartnerStubs.builder().build();

        assertThatIllegalStateException().isThrownBy(stubs::port).withMessageContaining("not running");
        stubs.close();
    }

    @Test
    void choicesThatCannotWorkAreRefused() {
        PartnerStubs.Builder builder = PartnerStubs.builder();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.port(65_536))
                .withMessage("port is 65536, but must be from 0 to 65535");
        assertThatIllegalArgumentException().isThrownBy(builder::ports);
        assertThatIllegalArgumentException().isThrownBy(() -> builder.threads(1));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.acceptBacklog(0));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.idleTimeout(Duration.ZERO));
    }

    @Test
    void twoThreadsAreEnough() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder()
                        .ports(0, 0)
                        .threads(2)
                        .acceptBacklog(10)
                        .start();
                RawClient client = RawClient.to(stubs.port())) {
            client.send("GET /bytes?size=1000000&delay=1 HTTP/1.1\r\nHost: stubs\r\nConnection: close\r\n\r\n");

            assertThat(client.readToEnd()).startsWith("HTTP/1.1 200 OK\r\n").hasSizeGreaterThan(1_000_000);
        }
    }
}
