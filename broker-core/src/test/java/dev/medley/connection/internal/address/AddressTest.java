package dev.medley.connection.internal.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

    @ParameterizedTest
    @CsvSource({
        "http://weather.test, http, weather.test, 80, weather.test",
        "http://weather.test:80/, http, weather.test, 80, weather.test",
        "HTTP://weather.test:9001/base, http, weather.test, 9001, weather.test:9001",
        "http://127.0.0.1:9001, http, 127.0.0.1, 9001, 127.0.0.1:9001",
        "http://[::1]:9001, http, ::1, 9001, [::1]:9001",
        "http://[::1], http, ::1, 80, [::1]",
        "https://weather.test, https, weather.test, 443, weather.test",
        "HTTPS://weather.test:443/, https, weather.test, 443, weather.test",
        "https://weather.test:80, https, weather.test, 80, weather.test:80"
    })
    void hostAndPortAreTakenFromTheUrlAndPutBackForTheHostField(
            String url, String scheme, String host, int port, String authority) {
        Address address = Address.of(URI.create(url));
        assertThat(address).isEqualTo(new Address(scheme, host, port));
        assertThat(address.authority()).isEqualTo(authority);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://weather.test",
                "//weather.test",
                "weather",
                "http:///path",
                "http://a_b",
                "http://weather.test:0",
                "http://weather.test:65536",
                "http://weather.test:99999"
            })
    void anythingElseIsRefusedAndNamed(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.of(URI.create(url)))
                .withMessageContaining("'" + url + "'");
    }

    @Test
    void anAddressWithoutItsIpIsThatOfTheName() {
        Address named = Address.of(URI.create("https://weather.test:8443"));

        assertThat(named.at("10.0.0.1").withoutIp()).isEqualTo(named);
        assertThat(named.withoutIp()).isSameAs(named);
    }
}
