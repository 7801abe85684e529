package dev.medley.connection.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Protocol;
import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.internal.address.Address;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtocolNegotiationTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "open",
            value = {
                "AUTO,     https://127.0.0.1, open",
                "AUTO,     http://127.0.0.1,  HTTP_1_1",
                "HTTP_1_1, https://127.0.0.1, HTTP_1_1",
                "HTTP_1_1, http://127.0.0.1,  HTTP_1_1",
                "H2,       https://127.0.0.1, HTTP_2",
                "H2C,      http://127.0.0.1,  HTTP_2"
            })
    void onlyTheAutomaticChoiceOverTlsIsOpenBeforeTheFirstConnection(
            ProtocolChoice choice, URI url, @Nullable Protocol known) {
        assertThat(ProtocolNegotiation.known(choice, Address.of(url))).isEqualTo(known);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "AUTO,     h2,       HTTP_2",
                "AUTO,     http/1.1, HTTP_1_1",
                "AUTO,     none,     HTTP_1_1",
                "AUTO,     '',       HTTP_1_1",
                "AUTO,     spdy/3,   none",
                "HTTP_1_1, http/1.1, HTTP_1_1",
                "HTTP_1_1, none,     HTTP_1_1",
                "HTTP_1_1, '',       HTTP_1_1",
                "HTTP_1_1, h2,       none",
                "H2,       h2,       HTTP_2",
                "H2,       none,     none",
                "H2,       '',       none",
                "H2,       http/1.1, none"
            })
    void aPartnerSelectsOneOfTheProtocolsThatWereOffered(
            ProtocolChoice choice, @Nullable String selected, @Nullable Protocol negotiated) {
        assertThat(ProtocolNegotiation.negotiated(choice, selected)).isEqualTo(negotiated);
    }

    @ParameterizedTest
    @CsvSource({"AUTO, '[h2, http/1.1]'", "HTTP_1_1, [http/1.1]", "H2, [h2]", "H2C, []"})
    void http2IsPreferredWhereBothAreOffered(ProtocolChoice choice, String offered) {
        assertThat(ProtocolNegotiation.offered(choice)).hasToString(offered);
    }
}
