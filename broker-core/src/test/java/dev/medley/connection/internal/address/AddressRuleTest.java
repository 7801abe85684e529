package dev.medley.connection.internal.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRuleTest {

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, this network",
        "0.1.2.3, this network",
        "10.0.0.0, private",
        "10.255.255.255, private",
        "100.64.0.1, shared",
        "100.127.255.255, shared",
        "127.0.0.1, loopback",
        "127.255.255.255, loopback",
        "169.254.169.254, link-local",
        "172.16.0.1, private",
        "172.31.255.255, private",
        "192.0.0.1, protocol assignments",
        "192.0.2.1, documentation",
        "192.88.99.1, 6to4 relay",
        "192.168.1.1, private",
        "198.18.0.1, benchmarking",
        "198.19.255.255, benchmarking",
        "198.51.100.1, documentation",
        "203.0.113.255, documentation",
        "224.0.0.1, multicast",
        "239.255.255.255, multicast",
        "240.0.0.1, reserved",
        "255.255.255.255, reserved",
        "::, unspecified",
        "::1, loopback",
        "::2, not global unicast",
        "::127.0.0.1, not global unicast",
        "::8.8.8.8, not global unicast",
        "64:ff9b::10.0.0.1, private",
        "64:ff9b::7f00:1, loopback",
        "64:ff9b:1::1, not global unicast",
        "100::1, not global unicast",
        "2001::1, protocol assignments",
        "2001:0:7f00:1::, protocol assignments",
        "2001:1ff:ffff::, protocol assignments",
        "2001:db8::1, documentation",
        "2002:7f00:1::, 6to4",
        "3fff::1, documentation",
        "3fff:fff:ffff::1, documentation",
        "4000::1, not global unicast",
        "5f00::1, not global unicast",
        "fc00::1, unique-local",
        "fd12:3456:789a::1, unique-local",
        "fe80::1, link-local",
        "febf::1, link-local",
        "fec0::1, site-local",
        "ff02::1, multicast"
    })
    void anAddressThatIsNotPublicIsRefused(String address, String kind) throws UnknownHostException {
        assertThat(AddressRule.PUBLIC.refusal(InetAddress.getByName(address))).isEqualTo(kind);
        assertThat(AddressRule.ANY.refusal(InetAddress.getByName(address))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.1",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "64:ff9b::8.8.8.8",
                "2000::1",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2003::1",
                "2606:4700::1",
                "3ffe::1"
            })
    void aPublicAddressIsAllowed(String address) throws UnknownHostException {
        assertThat(AddressRule.PUBLIC.refusal(InetAddress.getByName(address))).isNull();
    }

    @Test
    void anIpv4AddressInAnIpv6OneCounts() throws UnknownHostException {
        assertThat(AddressRule.PUBLIC.refusal(mapped(127, 0, 0, 1))).isEqualTo("loopback");
        assertThat(AddressRule.PUBLIC.refusal(mapped(10, 1, 2, 3))).isEqualTo("private");
        assertThat(AddressRule.PUBLIC.refusal(mapped(169, 254, 169, 254))).isEqualTo("link-local");
        assertThat(AddressRule.PUBLIC.refusal(mapped(8, 8, 8, 8))).isNull();
    }

    /** Of the class for IPv6, where the JDK makes one of IPv4 of a literal. */
    private static InetAddress mapped(int... octets) throws UnknownHostException {
        byte[] bytes = new byte[16];
        bytes[10] = (byte) 0xFF;
        bytes[11] = (byte) 0xFF;
        for (int i = 0; i < octets.length; i++) {
            bytes[12 + i] = (byte) octets[i];
        }
        return Inet6Address.getByAddress(null, bytes, -1);
    }
}
