package dev.medley.partner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.partner.internal.Connecting;
import dev.medley.setting.internal.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointUrlTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.0.0.1:9001",
                "http://10.0.0.1:9001 weight=3",
                "https://shop.example/base zone=b",
                "http://[::1]:9001 weight=1000 zone=zone-b"
            })
    void itsTextIsReadBack(String text) {
        assertThat(EndpointUrl.PARSER.parse(text)).hasToString(text);
    }

    @Test
    void itHasAWeightOfOneAndNoZoneUnlessGiven() {
        assertThat(EndpointUrl.PARSER.parse("http://a:1"))
                .isEqualTo(EndpointUrl.of("http://a:1").weight(1).zone(""))
                .isEqualTo(EndpointUrl.of("http://a:1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ftp://a                | 'ftp://a' is not an http or https URL; expected an http or https URL, such as http://127.0.0.1:9001
            http://a weight=0      | '0' is out of range; expected a whole number from 1 to 1000
            http://a weight=many   | 'many' is not a whole number; expected a whole number from 1 to 1000
            http://a zone=         | '' is not the name of a zone; expected lower-case letters, digits and hyphens after a letter
            http://a wieght=2      | 'http://a wieght=2' has 'wieght=2' behind the URL; expected an http or https URL, optionally followed by weight=1 to weight=1000 and zone=NAME
            """)
    void whatIsNoneIsRefused(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EndpointUrl.PARSER.parse(text))
                .isInstanceOf(InvalidValueException.class)
                .withMessage(message);
    }

    @Test
    void thoseOfOnePartnerHaveOneSchemeAndOnePath() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of("shop", EndpointUrl.of("http://a/x"), EndpointUrl.of("http://b/y"))
                        .build())
                .withMessage("partner shop: urls: has http://a/x and http://b/y; expected the same scheme and the same"
                        + " path in all");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of("shop", EndpointUrl.of("http://a"), EndpointUrl.of("https://b"))
                        .build())
                .withMessageContaining("expected the same scheme");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of("shop", EndpointUrl.of("http://a"), EndpointUrl.of("http://a/"))
                        .build())
                .withMessage("partner shop: urls: has an address twice; expected each once, with a weight");
        assertThat(Connecting.basePath(
                        PartnerSettings.of("shop", EndpointUrl.of("http://a/x"), EndpointUrl.of("http://b/x/"))
                                .build()))
                .isEqualTo("/x");
    }
}
