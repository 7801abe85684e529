package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.connection.internal.address.NameLookUp;
import dev.medley.connection.internal.address.ServiceAddress;
import dev.medley.connection.internal.address.ServiceLookUp;
import dev.medley.connection.internal.address.ServiceName;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found by SRV records that are few, many, or not as they should be. */
class ServiceRecordsTest {

    private static final String SERVICE = "_http._tcp.shop.test";
    private static final String ONE = "0 1 9001 one.test";

    private DnsServer dns;

    @BeforeEach
    void open() throws IOException {
        dns = new DnsServer();
        dns.host("one.test", "127.0.0.1");
        dns.host("two.test", "127.0.0.2");
    }

    @AfterEach
    void close() {
        dns.close();
    }

    @Test
    void aRecordWithoutAPortIsNone() throws Exception {
        dns.srv(SERVICE, "0 1 0 two.test", ONE);
        assertThat(found()).containsExactly("127.0.0.1:9001 0");

        dns.srv(SERVICE, "0 1 0 two.test");
        assertThatThrownBy(this::found).isInstanceOf(UnknownHostException.class);
    }

    @Test
    void anErrorForOneKindOfAddressesDoesNotHideTheOther() throws Exception {
        dns.refuseIpv6();
        dns.srv(SERVICE, ONE);

        assertThat(found()).containsExactly("127.0.0.1:9001 0");
    }

    @Test
    void aHostOfSeveralRecordsIsAskedForOnce() throws Exception {
        dns.srv(SERVICE, ONE, "0 1 9002 one.test", "0 1 9003 one.test");

        assertThat(found()).hasSize(3);
        assertThat(dns.queries()).isEqualTo(3);
    }

    @Test
    void thePlaceOfTwoRecordsHasTheFirstOfTheirPriorities() throws Exception {
        dns.srv(SERVICE, ONE, "10 1 9001 one.test");
        assertThat(found()).containsExactly("127.0.0.1:9001 0");

        dns.srv(SERVICE, "10 1 9001 one.test", ONE);
        assertThat(found()).containsExactly("127.0.0.1:9001 0");
    }

    /** Nearly 9 KB: the answer comes by TCP. */
    @Test
    void ofManyRecordsTheFirstPrioritiesAreFound() throws Exception {
        dns.srv(
                SERVICE,
                Stream.concat(IntStream.range(0, 300).mapToObj(i -> "10 1 " + (9100 + i) + " two.test"), Stream.of(ONE))
                        .toArray(String[]::new));

        assertThat(found()).hasSize(256).first().isEqualTo("127.0.0.1:9001 0");
    }

    /** As behind a firewall that lets UDP through only: the JDK makes do with the start of the answer. */
    @Test
    @Timeout(20)
    void aServerThatIsSilentByTcpIsAskedForSomeSecondsOnly() throws Exception {
        dns.silentStreams();
        dns.srv(
                SERVICE,
                IntStream.range(0, 300)
                        .mapToObj(i -> "0 1 " + (9100 + i) + " two.test")
                        .toArray(String[]::new));

        assertThat(found()).hasSizeBetween(1, 50);
    }

    @Test
    void theOrderOfTheAnswerDoesNotMatter() throws Exception {
        dns.srv(SERVICE, "0 1 9002 two.test", ONE);
        List<String> before = found();
        dns.srv(SERVICE, ONE, "0 1 9002 two.test");

        assertThat(found()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b.test",
                "\"a.test",
                "a\\.test",
                "a b.test",
                "\u0000.test",
                "\u00e4.test",
                "'a.test",
                "*.test",
                "127.0.0.1",
                "xn--.test",
                "$(a).test"
            })
    void aStrangeHostDoesNotHideTheOthers(String host) throws Exception {
        dns.srv(SERVICE, "0 1 9002 " + host.replace(' ', '\t'), ONE);

        assertThat(found()).contains("127.0.0.1:9001 0");
    }

    private List<String> found() throws UnknownHostException {
        List<ServiceAddress> found = new ServiceLookUp(NameLookUp.SYSTEM).of(ServiceName.parse(dns.service(SERVICE)));
        return found.stream()
                .map(each -> each.address().getHostAddress() + ":" + each.port() + " " + each.priority())
                .toList();
    }
}
