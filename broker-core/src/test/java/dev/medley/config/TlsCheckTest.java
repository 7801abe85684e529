package dev.medley.config;

import static dev.medley.config.internal.Given.problemsOf;
import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.Given;
import dev.medley.config.internal.MarkedYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsCheckTest {

    @Test
    void oneCertificateNeedsNoList() {
        TlsSettings tls = tls("{certificate: a.pem, key: a.key}");

        assertThat(tls.enabled()).isTrue();
        assertThat(tls.certificates()).containsExactly(Path.of("a.pem"));
        assertThat(tls.keys()).containsExactly(Path.of("a.key"));
        assertThat(tls.versions()).containsExactly("TLSv1.2", "TLSv1.3");
        assertThat(tls.clientAuth()).isEqualTo(ClientAuth.NONE);
    }

    @Test
    void severalCertificatesHaveTheirKeysInOrder() {
        assertThat(tls("{certificate: [a.pem, b.pem], key: [a.key, b.key]}").keys())
                .containsExactly(Path.of("a.key"), Path.of("b.key"));
    }

    @Test
    void filesFromTheEnvironmentAreSeparatedByCommas() {
        Configuration configuration = Given.variables(
                "", Map.of("MEDLEY_SERVER_TLS_CERTIFICATE", "a.pem,b.pem", "MEDLEY_SERVER_TLS_KEY", "a.key, b.key"));

        assertThat(configuration.server().tls().certificates()).containsExactly(Path.of("a.pem"), Path.of("b.pem"));
        assertThat(configuration.server().tls().keys()).containsExactly(Path.of("a.key"), Path.of("b.key"));
    }

    @ParameterizedTest
    @CsvSource({"changeit", "123456", "true", "0123", "a,b"})
    void aPasswordFromTheEnvironmentIsAnyText(String password) {
        Configuration configuration = Given.variables(
                "server: {tls: {key-store: a.p12}}", Map.of("MEDLEY_SERVER_TLS_KEY_STORE_PASSWORD", password));

        assertThat(configuration.server().tls().keyStorePassword()).isEqualTo(password);
    }

    @Test
    void hstsIsInDays() {
        HttpsSettings https = Given.file("server: {tls: {key-store: a.p12, hsts: 365d}}")
                .server()
                .https();

        assertThat(https.hsts()).isEqualTo(Duration.ofDays(365));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{certificate: ^a.pem} | certificate: has no key; expected the file of its private key in server.tls.key",
                "{certificate: [a, b], key: ^c} | key: has 1 keys for 2 certificates; expected one for each, in the same order",
                "{key: ^a.key} | key: has no effect without TLS; expected server.tls.certificate with its key, or server.tls.key-store",
                "{key-store: a, key: ^b} | key: is given without a certificate; expected server.tls.certificate",
                "{certificate: a, key: b, key-store: ^c} | key-store: cannot be combined with server.tls.certificate; expected one of them",
                "{key-store: a, client-auth: ^need} | client-auth: needs server.tls.trust; expected the authorities of the clients there",
                "{key-store: a, trust: ^b} | trust: has no effect; expected server.tls.client-auth: want or need",
                "{hsts: ^1d} | hsts: has no effect without TLS; expected server.tls.certificate with its key, or server.tls.key-store",
                "{plain: {port: ^80}} | plain.port: has no effect without TLS; expected server.tls.certificate with its key, or server.tls.key-store",
                "{key-store: a, versions: ^[]} | versions: is an empty list; expected TLSv1.2, TLSv1.3 or both",
                "{key-store: a, plain: {port: ^8080}} | plain.port: '8080' is also server.port; expected another port",
                "{key-store: a, plain: {port: ^8081}} | plain.port: '8081' is also server.admin.port; expected another port",
                "{key-store: ^''} | key-store: '' is not a path; expected the path of a file; a relative one starts in the working directory",
                "{certificate: ^{a: b}} | certificate: is a section; expected the path of a file, or a list of paths",
                "{versions: [^TLSv1.1]} | versions[0]: 'TLSv1.1' is not a version of TLS that is allowed; expected TLSv1.2 or TLSv1.3"
            })
    void valuesThatDoNotGoTogetherAreReported(String tls, String problem) {
        MarkedYaml yaml = MarkedYaml.of("server: {tls: %s}".formatted(tls));

        assertThat(problemsOfFile(yaml.text())).containsExactly(yaml.place() + "server.tls." + problem);
    }

    @Test
    void administrationIsCheckedToo() {
        assertThat(problemsOfFile("server: {admin: {tls: {certificate: a.pem}}}"))
                .containsExactly("medley.yaml:1:37: server.admin.tls.certificate: has no key; expected the file of its"
                        + " private key in server.admin.tls.key");
    }

    @Test
    void aProgramIsCheckedToo() {
        ServerSettings.Builder settings =
                ServerSettings.builder().tls(tls -> tls.certificates(List.of(Path.of("a")), List.of()));

        assertThatThrownBy(settings::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("server: tls.certificate: has no key");
    }

    @Test
    void aContainerRefusesAllOfIt() {
        Configuration configuration =
                Given.file("server: {tls: {certificate: a.pem, key: a.key}, http2: {max-streams: 5}}");

        assertThat(problemsOf(configuration::forContainer))
                .containsExactly(
                        "medley.yaml:1:16: server.tls.certificate: belongs to the servlet container; set it there and not here",
                        "medley.yaml:1:36: server.tls.key: belongs to the servlet container; set it there and not here",
                        "medley.yaml:1:57: server.http2.max-streams: belongs to the servlet container; set it there and not"
                                + " here");
    }

    private static TlsSettings tls(String yaml) {
        return Given.file("server: {tls: %s}".formatted(yaml)).server().tls();
    }
}
