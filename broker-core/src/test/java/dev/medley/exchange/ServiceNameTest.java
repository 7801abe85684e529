package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.connection.internal.address.ServiceName;
import dev.medley.partner.AddressUse;
import dev.medley.partner.PartnerSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The name of a service in the settings of a partner. */
class ServiceNameTest {

    private static final String SERVICE = "_http._tcp.shop.test";

    @ParameterizedTest
    @ValueSource(
            strings = {SERVICE, "dns://127.0.0.1:8600/shop.service.consul", "dns://[::1]:53/a", "dns://ns.test:65535/a"
            })
    void aNameHasPerhapsAServer(String text) {
        assertThat(ServiceName.parse(text)).hasToString(text);
    }

    @Test
    void theDotOfTheRootIsLeftOut() {
        assertThat(ServiceName.parse(SERVICE + ".").name()).isEqualTo(SERVICE);
    }

    @Test
    void aServiceHasAllEndpoints() {
        assertThatThrownBy(() -> partner()
                        .endpoints(e -> e.srv(SERVICE).addresses(AddressUse.ALL))
                        .build())
                .hasMessageContaining("endpoints.srv: has all endpoints");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "dns://",
                "dns:///a",
                "dns://h:x/a",
                "a..b",
                "http://h/a",
                "a/b",
                "dns://h:0/a",
                "dns://h:65536/a",
                "dns://u@h/a"
            })
    void whatIsNoNameOfAServiceIsRefused(String text) {
        assertThatThrownBy(() -> ServiceName.parse(text)).hasMessageContaining("is not the name of SRV records");
        assertThatThrownBy(() -> partner().endpoints(e -> e.srv(text)).build()).hasMessageContaining("endpoints.srv");
    }

    private static PartnerSettings.Builder partner() {
        return at("http://shop.test");
    }
}
