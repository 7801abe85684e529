package dev.medley.stubs.proxy;

import static dev.medley.stubs.Soon.AT_THE_LATEST;
import static dev.medley.stubs.Soon.soon;
import static dev.medley.stubs.proxy.ProxyFault.blackHole;
import static dev.medley.stubs.proxy.ProxyFault.closeAfter;
import static dev.medley.stubs.proxy.ProxyFault.delay;
import static dev.medley.stubs.proxy.ProxyFault.none;
import static dev.medley.stubs.proxy.ProxyFault.resetAfter;
import static dev.medley.stubs.proxy.ProxyFault.roundTrip;
import static dev.medley.stubs.proxy.ProxyFault.throttle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.Clients;
import dev.medley.stubs.ExpectedBytes;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.Protocol;
import dev.medley.stubs.RawClient;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultProxyTest {

    private static final Duration SHORT = Duration.ofMillis(300);

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    private final PartnerStubs stubs = PartnerStubs.builder().start();
    private final FaultProxy proxy = FaultProxy.to(stubs.uri());

    @AfterEach
    void close() {
        proxy.close();
        stubs.close();
    }

    @ParameterizedTest
    @EnumSource
    void bytesOfAnyProtocolPass(Protocol protocol) {
        List<CompletableFuture<ContentResponse>> answers = Stream.generate(() -> new CompletableResponseListener(
                                CLIENTS.of(protocol).newRequest(proxy.uri()).path("/bytes?size=300000"))
                        .send())
                .limit(20)
                .toList();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer)
                        .succeedsWithin(AT_THE_LATEST)
                        .extracting(ContentResponse::getContent)
                        .isEqualTo(ExpectedBytes.upTo(300_000)));
        assertThat(proxy.connections()).isPositive();
    }

    @Test
    void eachConnectionHasTheFaultOfItsTurn() throws IOException {
        proxy.script(resetAfter(0), closeAfter(20), none());
        try (RawClient first = client();
                RawClient second = client();
                RawClient third = client()) {
            assertThatThrownBy(() -> first.get("/status/204").readToEnd()).isInstanceOf(SocketException.class);
            assertThat(second.get("/status/204").readToEnd()).hasSize(20).startsWith("HTTP/1.1 204");
            third.get("/status/204").readUntil("\r\n\r\n");
        }
        assertThat(stubs.requests()).isEqualTo(3);
        soon().until(proxy::open, open -> open == 0);
        soon().until(stubs::connections, open -> open == 0);
    }

    @Test
    void bytesBeforeAResetArrive() throws IOException {
        proxy.script(resetAfter(30));
        try (RawClient client = client()) {
            client.get("/bytes?size=1000");

            assertThat(client.read(30)).hasSize(30);
            assertThatThrownBy(client::readToEnd).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void aCutMayComeInALaterResponse() throws IOException {
        try (RawClient client = client()) {
            int length = readAnswer(client.get("/bytes?size=10"));
            proxy.inject(closeAfter(length + 5));

            readAnswer(client.get("/bytes?size=10"));

            assertThat(client.get("/bytes?size=10").readToEnd()).hasSize(5);
        }
    }

    @Test
    void delayedBytesComeLaterAndAllOfThem() throws IOException {
        proxy.script(delay(SHORT));
        try (RawClient client = client()) {
            long begin = System.nanoTime();
            client.get("/bytes?size=1000").readUntil("\r\n\r\n");

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(SHORT);
            assertThat(client.read(1000)).hasSize(1000);
        }
    }

    @Test
    void aRoundTripIsPaidOnceMoreByTheFirstRequestOfAConnection() throws IOException {
        proxy.script(roundTrip(SHORT));
        try (RawClient client = client()) {
            long opened = System.nanoTime();
            readAnswer(client.get("/bytes?size=10"));
            long first = System.nanoTime();
            readAnswer(client.get("/bytes?size=10"));
            long second = System.nanoTime();

            assertThat(Duration.ofNanos(first - opened)).isGreaterThanOrEqualTo(SHORT.multipliedBy(2));
            assertThat(Duration.ofNanos(second - first)).isGreaterThanOrEqualTo(SHORT);
        }
    }

    @Test
    void throttledBytesComeAtTheirRate() throws IOException {
        proxy.inject(throttle(20_000));
        try (RawClient client = client()) {
            long begin = System.nanoTime();
            client.get("/bytes?size=10000").readUntil("\r\n\r\n");

            assertThat(client.read(10_000).getBytes(StandardCharsets.ISO_8859_1))
                    .isEqualTo(ExpectedBytes.upTo(10_000));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(450));
        }
    }

    @Test
    void aThrottleHoldsThePartnerBack() throws IOException {
        proxy.inject(throttle(1000));
        try (RawClient client = client()) {
            client.get("/bytes?size=1073741824").readUntil("\r\n\r\n");

            assertThat(stubs.inFlight()).isEqualTo(1);
        }
        soon().until(stubs::inFlight, count -> count == 0);
    }

    @Test
    void nothingPassesABlackHoleAndNothingIsLost() throws IOException {
        try (RawClient client = client()) {
            client.get("/status/204").readUntil("\r\n\r\n");
            proxy.inject(blackHole());
            client.get("/bytes?size=10").patience(300);
            assertThatThrownBy(() -> client.read(1)).isInstanceOf(SocketTimeoutException.class);
            assertThat(stubs.requests()).isEqualTo(1);

            proxy.inject(none());

            readAnswer(client.patience(RawClient.PATIENCE_MILLIS));
        }
    }

    @Test
    void aFaultThatEndsEarlyHoldsNothingBack() throws IOException {
        proxy.inject(delay(Duration.ofMinutes(10)));
        try (RawClient client = client()) {
            client.get("/bytes?size=10");
            soon().until(stubs::requests, count -> count == 1);

            proxy.inject(throttle(1_000_000));

            readAnswer(client);
        }
    }

    @Test
    void allConnectionsAreCutAtOnce() throws IOException {
        try (RawClient first = client();
                RawClient second = client()) {
            first.get("/status/204").readUntil("\r\n\r\n");
            second.get("/status/204").readUntil("\r\n\r\n");

            proxy.disconnect();

            assertThat(first.readToEnd()).isEmpty();
            assertThat(second.readToEnd()).isEmpty();
        }
        try (RawClient third = client()) {
            third.get("/status/204").readUntil("\r\n\r\n");

            proxy.reset();

            assertThatThrownBy(third::readToEnd).isInstanceOf(SocketException.class);
        }
        assertThat(proxy.open()).isZero();
        soon().until(stubs::connections, open -> open == 0);
    }

    @Test
    void connectionsAreRefusedForAWhile() throws IOException {
        try (RawClient open = client()) {
            open.get("/status/204").readUntil("\r\n\r\n");

            proxy.refuse();

            assertThatThrownBy(this::client).isInstanceOf(ConnectException.class);
            open.get("/status/204").readUntil("\r\n\r\n");
        }

        proxy.accept();

        try (RawClient next = client()) {
            next.get("/status/204").readUntil("\r\n\r\n");
        }
    }

    @Test
    void aPartnerThatRefusesIsSeenAsAReset() {
        try (RawPartner refusing = RawPartner.start(Misbehaviour.REFUSE);
                FaultProxy before = FaultProxy.to(refusing.uri())) {
            assertThatThrownBy(() -> readFrom(before.port())).isInstanceOf(SocketException.class);
        }
    }

    /** The connection may be reset as soon as it is there. */
    private static String readFrom(int port) throws IOException {
        try (RawClient client = RawClient.to(port)) {
            return client.readToEnd();
        }
    }

    @Test
    void theEndOfAnOutputPasses() throws IOException {
        try (RawPartner partner = RawPartner.start(Misbehaviour.CLOSE_IN_BODY);
                FaultProxy before = FaultProxy.to(partner.uri())) {
            try (RawClient client = RawClient.to(before.port())) {
                assertThat(client.get("/").readToEnd()).startsWith("HTTP/1.1 200");
            }
            soon().until(before::open, open -> open == 0);
            soon().until(partner::open, open -> open == 0);
        }
    }

    @Test
    void faultsAtRandomComeAndGo() throws IOException {
        proxy.begin(new RandomFaults(7, Duration.ofMillis(10), Duration.ofMillis(40)));
        soon().until(
                        () -> proxy.episodes().values().stream()
                                .mapToLong(Long::longValue)
                                .sum(),
                        count -> count >= 20);

        proxy.calm();

        long begun =
                proxy.episodes().values().stream().mapToLong(Long::longValue).sum();
        try (RawClient client = client()) {
            readAnswer(client.get("/bytes?size=10"));
        }
        assertThat(proxy.episodes().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(begun);
    }

    @Test
    void theSameSeedGivesTheSameFaults() {
        RandomFaults first = new RandomFaults(11, Duration.ofSeconds(1), Duration.ofSeconds(1));
        RandomFaults second = new RandomFaults(11, Duration.ofSeconds(1), Duration.ofSeconds(1));

        List<String> episodes = Stream.generate(first::next)
                .limit(200)
                .map(FaultProxyTest::words)
                .toList();

        assertThat(Stream.generate(second::next).limit(200).map(FaultProxyTest::words))
                .containsExactlyElementsOf(episodes);
        assertThat(episodes).doesNotHaveDuplicates();
        for (RandomFaults.Kind kind : RandomFaults.Kind.values()) {
            assertThat(episodes).anyMatch(episode -> episode.startsWith(kind + " "));
        }
    }

    /** An episode names its fault by what it does. */
    private static String words(RandomFaults.Episode episode) {
        return "%s %s %s %s".formatted(episode.kind(), episode.fault(), episode.calm(), episode.length());
    }

    @Test
    void closingEndsPortConnectionsAndThread() throws IOException {
        FaultProxy closed = FaultProxy.to(stubs.uri());
        closed.refuse();
        closed.accept();
        try (RawClient client = RawClient.to(closed.port())) {
            client.get("/status/204").readUntil("\r\n\r\n");

            closed.close();

            assertThat(client.readToEnd()).isEmpty();
        }
        assertThatThrownBy(() -> RawClient.to(closed.port())).isInstanceOf(ConnectException.class);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(closed::open);
    }

    @Test
    void choicesThatCannotWorkAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> FaultProxy.to(URI.create("http://127.0.0.1")));
        assertThatIllegalArgumentException().isThrownBy(() -> throttle(0));
        assertThatIllegalArgumentException().isThrownBy(() -> resetAfter(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> delay(Duration.ofHours(2)));
        assertThatIllegalArgumentException().isThrownBy(proxy::script);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RandomFaults(1, Duration.ZERO, Duration.ofSeconds(1)));
    }

    /** Reads an answer with ten bytes, and returns its length. */
    private static int readAnswer(RawClient client) throws IOException {
        int head = client.readUntil("\r\n\r\n").length();
        return head + client.read(10).length();
    }

    private RawClient client() throws IOException {
        return RawClient.to(proxy.port());
    }
}
