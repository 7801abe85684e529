package dev.medley.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRangeTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.2, false",
        "127.0.0.1, ::ffff:127.0.0.1, true",
        "192.168.4.0/22, 192.168.7.255, true",
        "192.168.4.0/22, 192.168.8.0, false",
        "0.0.0.0/0, 9.9.9.9, true",
        "0.0.0.0/0, ::1, false",
        "::/0, ::1, true",
        "fd00::/8, fdff::1, true",
        "fd00::/8, fe00::1, false",
        "::1, ::1, true"
    })
    void aRangeHasTheAddressesWithItsBits(String range, String address, boolean contained) throws Exception {
        assertThat(AddressRange.parse(range).contains(InetAddress.getByName(address)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "example.org | 'example.org' is not a range of addresses",
                "'' | '' is not a range of addresses",
                "10.0.0.0/x | '10.0.0.0/x' is not a range of addresses",
                "10.0.0.256 | '10.0.0.256' is not an address",
                "1:2 | '1:2' is not an address",
                "10.0.0.0/33 | '10.0.0.0/33' has too many bits; expected 32 at most",
                "10.0.0.1/8 | '10.0.0.1/8' has bits beyond those that the range has in common"
            })
    void whatIsNoRangeIsRefused(String text, String message) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> AddressRange.parse(text))
                .withMessageStartingWith(message);
    }
}
