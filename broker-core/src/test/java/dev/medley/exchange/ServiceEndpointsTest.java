package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Endpoint;
import dev.medley.thread.internal.Soon;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A partner whose endpoints are those of a service, by SRV records of a server of DNS. */
class ServiceEndpointsTest {

    private static final String SERVICE = "_http._tcp.shop.test";
    private static final String SERVED_BY = "Served-By";
    private static final Duration REFRESH = Duration.ofSeconds(30);

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final List<HttpServer> servers = new ArrayList<>();
    private DnsServer dns;

    @BeforeEach
    void open() throws IOException {
        dns = new DnsServer();
        dns.host("one.test", "127.0.0.1");
        dns.host("two.test", "127.0.0.2");
        dns.host("both.test", "127.0.0.1", "127.0.0.2");
    }

    @AfterEach
    void close() {
        dns.close();
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void eachRecordIsAnEndpointWithItsPortAndRequestsNameTheUrl() throws IOException {
        int one = serve("127.0.0.1");
        int two = serve("127.0.0.2");
        dns.srv(SERVICE, "0 1 " + one + " one.test", "0 1 " + two + " two.test");
        start();

        assertEndpoints("127.0.0.1:" + one, "127.0.0.2:" + two);
        assertThat(answering(60)).containsOnlyKeys("127.0.0.1:" + one, "127.0.0.2:" + two);
    }

    @Test
    void aHostWithSeveralAddressesIsAsManyEndpoints() throws IOException {
        int port = serve("127.0.0.1");
        dns.srv(SERVICE, "0 1 " + port + " both.test");
        start();

        assertEndpoints("127.0.0.1:" + port, "127.0.0.2:" + port);
    }

    /** Of 1 and 9 without load; the share is that of the draw. */
    @Test
    void weightsAreHonoured() throws IOException {
        int one = serve("127.0.0.1");
        int two = serve("127.0.0.2");
        dns.srv(SERVICE, "0 1 " + one + " one.test", "0 9 " + two + " two.test");
        start();
        assertEndpoints("127.0.0.1:" + one, "127.0.0.2:" + two);

        int answers = 2000;
        assertThat(answering(answers).getOrDefault("127.0.0.2:" + two, 0) / (double) answers)
                .isCloseTo(0.9, within(0.03));
    }

    /** Of 0 and 1 without load: hardly any, and not half (RFC 2782). */
    @Test
    void aWeightOfZeroIsHardlyAny() throws IOException {
        int one = serve("127.0.0.1");
        int two = serve("127.0.0.2");
        dns.srv(SERVICE, "0 0 " + one + " one.test", "0 1 " + two + " two.test");
        start();
        assertEndpoints("127.0.0.1:" + one, "127.0.0.2:" + two);

        assertThat(answering(500).getOrDefault("127.0.0.1:" + one, 0)).isLessThan(40);
    }

    @Test
    void aLowerPriorityIsUsedOnceTheOthersAreGoneOrAdmitNothing() throws IOException {
        int one = serve("127.0.0.1");
        int two = serve("127.0.0.2");
        dns.srv(SERVICE, "10 1 " + one + " one.test", "20 1 " + two + " two.test");
        start();
        assertEndpoints("127.0.0.1:" + one, "127.0.0.2:" + two);
        assertThat(answering(40)).containsOnlyKeys("127.0.0.1:" + one);

        dns.srv(SERVICE, "20 1 " + one + " one.test", "10 1 " + two + " two.test");
        refresh();
        assertEndpoints("127.0.0.2:" + two, "127.0.0.1:" + one);
        assertThat(answering(40)).containsOnlyKeys("127.0.0.2:" + two);
    }

    @Test
    void anEndpointStaysWithItsConnectionsWhileOthersCome() throws IOException {
        int one = serve("127.0.0.1");
        int two = serve("127.0.0.2");
        dns.srv(SERVICE, "0 1 " + one + " one.test");
        start();
        assertEndpoints("127.0.0.1:" + one);
        answering(5);
        Endpoint kept = rig.partner().endpoints().get(0);

        dns.srv(SERVICE, "0 5 " + one + " one.test", "0 1 " + two + " two.test");
        refresh();
        assertEndpoints("127.0.0.1:" + one, "127.0.0.2:" + two);
        assertThat(rig.partner().endpoints().get(0)).isSameAs(kept);
        assertThat(kept.weight()).isEqualTo(5);
    }

    /** No records, a service that is said not to be there, a host without addresses. */
    @ParameterizedTest
    @ValueSource(strings = {"", "0 0 0 .", "0 1 9001 unknown.test"})
    void anEmptyAnswerKeepsTheEndpoints(String record) throws IOException {
        int one = serve("127.0.0.1");
        dns.srv(SERVICE, "0 1 " + one + " one.test");
        start();
        assertEndpoints("127.0.0.1:" + one);

        dns.srv(SERVICE, record.isEmpty() ? new String[0] : new String[] {record});
        refresh();
        refresh();
        assertEndpoints("127.0.0.1:" + one);
        assertThat(answering(5)).containsOnlyKeys("127.0.0.1:" + one);
    }

    @Test
    void aRecordWhoseHostIsUnknownDoesNotHideTheOthers() throws IOException {
        int one = serve("127.0.0.1");
        dns.srv(SERVICE, "0 1 9001 unknown.test", "0 1 " + one + " one.test");
        start();

        assertEndpoints("127.0.0.1:" + one);
    }

    @Test
    void aServerThatHangsKeepsTheEndpointsAndLosesNothing() throws IOException {
        int one = serve("127.0.0.1");
        dns.srv(SERVICE, "0 1 " + one + " one.test");
        start();
        assertEndpoints("127.0.0.1:" + one);
        int before = dns.queries();

        dns.silent(true);
        Soon.until("the next look-up is scheduled", () -> rig.clock().alarms() > 0);
        rig.clock().advance(REFRESH);
        Soon.until("a query", () -> dns.queries() > before);
        assertThat(answering(40)).containsOnlyKeys("127.0.0.1:" + one);
    }

    @Test
    void untilTheFirstAnswerExchangesFailAtOnce() throws IOException {
        start();
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.NO_ENDPOINT);
        assertThat(exchange.failure()).hasMessageContaining("no address of it is known yet");

        int one = serve("127.0.0.1");
        dns.srv(SERVICE, "0 1 " + one + " one.test");
        refresh();
        assertEndpoints("127.0.0.1:" + one);
        assertThat(answering(5)).containsOnlyKeys("127.0.0.1:" + one);
    }

    @Test
    void untilTheFirstAnswerTheNameIsLookedUpEachSecond() throws IOException {
        start();
        Soon.until("the first look-up", () -> rig.clock().alarms() > 0);
        int one = serve("127.0.0.1");
        dns.srv(SERVICE, "0 1 " + one + " one.test");
        rig.clock().advance(Duration.ofSeconds(1));

        assertEndpoints("127.0.0.1:" + one);
    }

    @Test
    void aRecordLeadsToNoInnerAddressOfAPartnerThatIsPublic() throws IOException {
        int one = serve("127.0.0.1");
        dns.srv(SERVICE, "0 1 " + one + " one.test");
        start(partner().publicAddressesOnly(true));
        assertEndpoints("127.0.0.1:" + one);

        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.failure()).hasMessageContaining("127.0.0.1 (loopback)");
    }

    private static PartnerSettings.Builder partner() {
        return at("http://shop.test");
    }

    private void start() {
        start(partner());
    }

    private void start(PartnerSettings.Builder partner) {
        rig.start(DefaultBroker.builder()
                .partner(partner.endpoints(e -> e.srv(dns.service(SERVICE)).refresh(REFRESH))
                        .retry(r -> r.connectRetries(0))
                        .build()));
    }

    private void refresh() {
        int before = dns.queries();
        Soon.until("the next look-up is scheduled", () -> rig.clock().alarms() > 0);
        rig.clock().advance(REFRESH);
        Soon.until("a look-up", () -> dns.queries() > before && rig.clock().alarms() > 0);
    }

    private void assertEndpoints(String... expected) {
        Soon.asserted(() -> assertThat(rig.partner().endpoints())
                .extracting(Endpoint::toString)
                .containsExactly(expected));
    }

    /** Those that answer these exchanges, with the number of their answers. */
    private Map<String, Integer> answering(int exchanges) {
        Map<String, Integer> answering = new TreeMap<>();
        for (int i = 0; i < exchanges; i++) {
            answering.merge(String.valueOf(rig.get("/").response().head().header(SERVED_BY)), 1, Integer::sum);
        }
        return answering;
    }

    /** Each server answers with its address, if the request names the host of the URL. */
    private int serve(String address) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(address, 0), 0);
        String label = address + ":" + server.getAddress().getPort();
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set(SERVED_BY, label);
            exchange.sendResponseHeaders(
                    "shop.test".equals(exchange.getRequestHeaders().getFirst("Host")) ? 200 : 421, -1);
            exchange.close();
        });
        server.start();
        servers.add(server);
        return server.getAddress().getPort();
    }
}
