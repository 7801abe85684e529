package dev.medley.config.internal;

import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of a partner's TLS that are valid each by itself, but not together. */
class PartnerTlsCheckTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http  | protocol: ^h2                | protocol: 'h2' needs a url that begins with https; expected that, or protocol h2c",
                "https | protocol: ^h2c               | protocol: 'h2c' needs a url that begins with http; expected that, or protocol h2",
                "http  | tls: {trust: ^a.pem}         | tls.trust: has no effect without TLS; expected a url that begins with https",
                "http  | tls: {verify: ^false}        | tls.verify: has no effect without TLS; expected a url that begins with https",
                "https | tls: {certificate: ^a.pem}   | tls.certificate: has no key; expected the file of its private key in tls.key",
                "https | tls: {key: ^a.key}           | tls.key: is given without a certificate; expected tls.certificate",
                "https | tls: {trust: ^a, verify: false} | tls.trust: has no effect; expected tls.verify: true"
            })
    void aProblemNamesPlaceAndKey(String scheme, String lines, String problem) {
        MarkedYaml yaml =
                MarkedYaml.of("partners:\n  weather:\n    url: %s://127.0.0.1:9001\n    %s\n".formatted(scheme, lines));
        assertThat(problemsOfFile(yaml.text())).containsExactly(yaml.place() + "partners.weather." + problem);
    }
}
