package dev.medley.exchange;

import dev.medley.exchange.internal.DefaultBroker;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.medley.partner.AddressUse;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Endpoint;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Soon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A partner whose endpoints are all addresses of a name, which is looked up again. Names are below HTTP. */
class NamedEndpointsTest {

    private static final String HOST = "shop.test";
    private static final String SERVED_BY = "Served-By";
    private static final Duration REFRESH = Duration.ofSeconds(30);

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final List<HttpServer> servers = new ArrayList<>();
    private final AtomicInteger lookUps = new AtomicInteger();
    private final AtomicBoolean onThePool = new AtomicBoolean();
    private final CountDownLatch hanging = new CountDownLatch(1);
    /** The addresses of the name at present; none for NXDOMAIN. */
    private volatile List<String> addresses = List.of();

    private volatile boolean hangs;

    @AfterEach
    void stopServers() {
        hanging.countDown();
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void eachAddressOfTheNameIsAnEndpointAndRequestsNameTheHost() {
        int port = serve("127.0.0.1", "127.0.0.2", "127.0.0.3");
        start(port, "127.0.0.1", "127.0.0.2", "127.0.0.3");
        assertEndpoints(port, "127.0.0.1", "127.0.0.2", "127.0.0.3");
        assertThat(answering(60)).containsExactly("127.0.0.1", "127.0.0.2", "127.0.0.3");
    }

    @Test
    void anAddressThatIsGoneTakesNoExchangeAndANewOneDoes() {
        int port = serve("127.0.0.1", "127.0.0.2", "127.0.0.3");
        start(port, "127.0.0.1", "127.0.0.2");
        assertEndpoints(port, "127.0.0.1", "127.0.0.2");
        answering(40);
        Endpoint kept = rig.partner().endpoints().get(1);
        Endpoint removed = rig.partner().endpoints().get(0);
        long opened = rig.partner().connections().opened();
        addresses = List.of("127.0.0.2", "127.0.0.3");
        refresh(2);
        assertEndpoints(port, "127.0.0.2", "127.0.0.3");
        assertThat(rig.partner().endpoints()).as("with its connections").contains(kept);
        assertThat(answering(60)).containsExactly("127.0.0.2", "127.0.0.3");
        Soon.asserted(() -> assertThat(removed.connections().counts().open()).isZero());
        assertThat(rig.partner().connections().opened()).isGreaterThan(opened);
    }

    @Test
    void fault21ANameThatIsUnknownForATimeKeepsItsAddresses() {
        int port = serve("127.0.0.1", "127.0.0.2");
        start(port, "127.0.0.1", "127.0.0.2");
        assertEndpoints(port, "127.0.0.1", "127.0.0.2");
        addresses = List.of();
        for (int i = 2; i <= 4; i++) {
            refresh(i);
        }
        assertEndpoints(port, "127.0.0.1", "127.0.0.2");
        assertThat(answering(40)).containsExactly("127.0.0.1", "127.0.0.2");
        addresses = List.of("127.0.0.2");
        refresh(5);
        assertEndpoints(port, "127.0.0.2");
    }

    @Test
    void fault21AResolverThatHangsKeepsTheAddressesAndBlocksNoThreadOfThePool() {
        int port = serve("127.0.0.1", "127.0.0.2");
        start(port, "127.0.0.1", "127.0.0.2");
        assertEndpoints(port, "127.0.0.1", "127.0.0.2");
        hangs = true;
        refresh(2);
        for (int i = 0; i < 3; i++) {
            rig.clock().advance(REFRESH);
            assertThat(answering(40)).containsExactly("127.0.0.1", "127.0.0.2");
        }
        assertThat(lookUps).as("one at a time").hasValue(2);
        addresses = List.of("127.0.0.1");
        hanging.countDown();
        assertEndpoints(port, "127.0.0.1");
        assertThat(onThePool).isFalse();
    }

    @Test
    void fault21ANameThatFlapsLeavesNothingBehind() {
        int port = serve("127.0.0.1", "127.0.0.2");
        start(port, "127.0.0.1");
        assertEndpoints(port, "127.0.0.1");
        List<Endpoint> all = new ArrayList<>(rig.partner().endpoints());
        for (int i = 2; i <= 40; i++) {
            String now = i % 2 == 0 ? "127.0.0.2" : "127.0.0.1";
            addresses = List.of(now);
            refresh(i);
            assertEndpoints(port, now);
            all.addAll(rig.partner().endpoints());
            assertThat(answering(2)).containsExactly(now);
        }
        List<Endpoint> gone = all.subList(0, all.size() - 1);
        Soon.asserted(() -> assertThat(gone)
                .allSatisfy(
                        each -> assertThat(each.connections().counts().open()).isZero()));
    }

    @Test
    void fault21ANameThatIsUnknownFromTheStartFailsTheExchangeAndIsFoundLater() {
        int port = serve("127.0.0.1");
        start(port);
        rig.get("/").assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        int before = lookUps.get();
        addresses = List.of("127.0.0.1");
        passInterval();
        Soon.until("looked up again", () -> lookUps.get() > before);
        assertEndpoints(port, "127.0.0.1");
        assertThat(answering(5)).containsExactly("127.0.0.1");
    }

    /** No connection was made to the address that was public. */
    @Test
    void fault14ANameThatChangesToAnInnerAddressIsNotConnectedTo() {
        int port = serve("127.0.0.1");
        addresses = List.of("8.8.8.8");
        start(at("http://" + HOST + ":" + port).publicAddressesOnly(true));
        assertEndpoints(port, "8.8.8.8");
        addresses = List.of("127.0.0.1");
        refresh(2);
        assertEndpoints(port, "127.0.0.1");
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.failure())
                .hasMessageContaining("does not resolve to a public address, but to 127.0.0.1 (loopback)");
    }

    @Test
    void aTrustFileThatIsMissingForATimeKeepsTheAddresses(@TempDir Path folder) throws IOException {
        Path trusted = CertificateAuthority.create(folder, "authority").certificate();
        addresses = List.of("127.0.0.1");
        start(at("https://" + HOST + ":9443").tls(tls -> tls.trust(trusted)));
        assertEndpoints(9443, "127.0.0.1");
        Path away = Files.move(trusted, folder.resolve("away"));
        addresses = List.of("127.0.0.2");
        refresh(2);
        passInterval();
        assertEndpoints(9443, "127.0.0.1");
        Soon.until("the next look-up is scheduled", () -> rig.clock().alarms() > 0);
        Files.move(away, trusted);
        passInterval();
        assertEndpoints(9443, "127.0.0.2");
    }

    @Test
    void aLookUpThatIsUnderWayWhenThePartnerIsRetiredLeavesNothingBehind() {
        int port = serve("127.0.0.1", "127.0.0.2");
        start(port, "127.0.0.1");
        assertEndpoints(port, "127.0.0.1");
        hangs = true;
        refresh(2);
        addresses = List.of("127.0.0.2");
        DefaultBroker before = rig.broker();
        before.handOverTo(before.withPartners(List.of()), Long.MAX_VALUE);
        hanging.countDown();
        // Exchanges of mashups that have begun; their connections are closed once they are idle.
        answering(5);
        Soon.asserted(
                () -> assertThat(rig.partner().connections().open()).as("open").isZero());
        assertEndpoints(port, "127.0.0.1");
    }

    private void start(int port, String... found) {
        addresses = List.of(found);
        start(at("http://" + HOST + ":" + port));
    }

    private void start(PartnerSettings.Builder partner) {
        rig.start(DefaultBroker.builder()
                .partner(partner.endpoints(e -> e.addresses(AddressUse.ALL).refresh(REFRESH))
                        .retry(r -> r.connectRetries(0))
                        .build())
                .names(this::lookUp));
    }

    private InetAddress[] lookUp(String host) throws UnknownHostException {
        onThePool.compareAndSet(false, BrokerPool.onBrokerThread());
        lookUps.incrementAndGet();
        if (hangs) {
            try {
                assertThat(hanging.await(10, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException x) {
                throw new IllegalStateException(x);
            }
        }
        List<String> now = addresses;
        if (now.isEmpty()) {
            throw new UnknownHostException(host);
        }
        InetAddress[] found = new InetAddress[now.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = InetAddress.getByName(now.get(i));
        }
        return found;
    }

    /** Lets the interval pass and waits for the look-up of that number. */
    private void refresh(int number) {
        passInterval();
        Soon.until("look-up " + number, () -> lookUps.get() == number);
    }

    private void passInterval() {
        Soon.until("the next look-up is scheduled", () -> rig.clock().alarms() > 0);
        rig.clock().advance(REFRESH);
    }

    private void assertEndpoints(int port, String... expected) {
        List<String> labels =
                List.of(expected).stream().map(each -> each + ":" + port).toList();
        Soon.asserted(() -> assertThat(rig.partner().endpoints())
                .extracting(Endpoint::toString)
                .isEqualTo(labels));
    }

    /** The addresses that answer these exchanges, one after another. */
    private Set<String> answering(int exchanges) {
        Set<String> answering = new TreeSet<>();
        for (int i = 0; i < exchanges; i++) {
            answering.add(String.valueOf(rig.get("/").response().head().header(SERVED_BY)));
        }
        return answering;
    }

    /** Opens one port at each address. Each server answers with its address, if the request names the host. */
    private int serve(String... at) {
        int port = 0;
        for (String address : at) {
            try {
                HttpServer server = HttpServer.create(new InetSocketAddress(address, port), 0);
                server.createContext("/", exchange -> {
                    String host = exchange.getRequestHeaders().getFirst("Host");
                    boolean named = host != null && host.startsWith(HOST + ":");
                    // No body: this server writes it after the head, which the delayed acknowledgement of the head
                    // holds up.
                    exchange.getResponseHeaders().set(SERVED_BY, address);
                    exchange.sendResponseHeaders(named ? 200 : 421, -1);
                    exchange.close();
                });
                server.start();
                servers.add(server);
                port = server.getAddress().getPort();
            } catch (IOException x) {
                throw new UncheckedIOException(x);
            }
        }
        return port;
    }
}
