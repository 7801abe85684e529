package dev.medley.server.internal.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.internal.Configuration;
import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Connecting;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunConfigurationTest {

    private static final String YAML = """
            server:
              host: 0.0.0.0
              port: 80
              admin: {host: 0.0.0.0, port: 81}
              tls: {certificate: /none.pem, key: /none.key}
              proxies: {trusted: [10.0.0.0/8]}
              drain: 30s
              threads: 20
              deadline: 3s
              request-id: {field: X-Id}
            partners:
              users:
                urls: ["https://a.example/api", "https://b.example/api zone=near"]
                protocol: h2
                endpoints: {zone: near, fault-statuses: [500]}
                allowed-addresses: public
                tls: {trust: /none.pem}
                health-check: {path: /health}
                timeout: 2s
                retries: 3
            """;

    private final Configuration given = ServerConfiguration.READER.parse("medley.yaml", YAML, Map.of(), Map.of());

    @Test
    void aServerIsOnFreePortsOfTheLoopbackAddress() {
        Configuration local = RunConfiguration.local(given);

        assertThat(local.server().host()).isEqualTo("127.0.0.1");
        assertThat(local.server().port()).isZero();
        assertThat(local.server().admin().host()).isEqualTo("127.0.0.1");
        assertThat(local.server().admin().port()).isZero();
        assertThat(local.server().tls().enabled()).isFalse();
        assertThat(local.server().accessLog()).isFalse();
        assertThat(local.server().drain()).isZero();
        assertThat(local.server().proxies().trusted()).isEmpty();
        assertThat(local.server().threads()).isEqualTo(20);
        assertThat(local.server().requestIds().field()).isEqualTo("X-Id");
        assertThat(local.deadline()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aStubTakesThePlaceOfAllEndpointsOfAPartner() {
        URI stub = URI.create("http://127.0.0.1:7");

        PartnerSettings users = RunConfiguration.stubbed(given, Map.of("users", stub))
                .partners()
                .get(0);

        assertThat(users.urls()).hasSize(1);
        assertThat(users.url()).isEqualTo(stub);
        assertThat(Connecting.basePath(users)).isEmpty();
        assertThat(users.protocol()).isEqualTo(ProtocolChoice.AUTO);
        assertThat(users.healthCheck().path()).isNull();
        assertThat(users.endpoints().faultStatuses()).containsExactly(500);
        assertThat(users.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(users.retries()).isEqualTo(3);
    }

    @Test
    void aStubTakesThePlaceOfAServiceToo() {
        Configuration service = ServerConfiguration.READER.parse("medley.yaml", """
                partners: {users: {url: 'http://users.example', endpoints: {srv: _http._tcp.users.example}}}
                """, Map.of(), Map.of());

        PartnerSettings users = RunConfiguration.stubbed(service, Map.of("users", URI.create("http://127.0.0.1:7")))
                .partners()
                .get(0);

        assertThat(users.endpoints().srv()).isNull();
    }

    @Test
    void aRunHasNeitherCanariesNorMirrorsAndKeepsTheRest() {
        Configuration canaries = ServerConfiguration.READER.parse("medley.yaml", """
                partners:
                  users:
                    urls: ["http://a.example", "http://b.example"]
                    headers: {X-Key: "1"}
                    timeout: 2s
                    canary: {partner: next, share: 0.5, header: X-Canary}
                    mirror: {partner: next}
                  next: {url: 'http://c.example'}
                """, Map.of(), Map.of());

        PartnerSettings local = RunConfiguration.local(canaries).partners().get(0);
        PartnerSettings stubbed = RunConfiguration.alone(canaries).partners().get(0);

        assertThat(local.canary().partner()).isNull();
        assertThat(local.mirror().partner()).isNull();
        assertThat(local.urls()).isEqualTo(canaries.partners().get(0).urls());
        assertThat(local.headers()).isEqualTo(canaries.partners().get(0).headers());
        assertThat(local.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(stubbed.canary().partner()).isNull();
        assertThat(stubbed.mirror().partner()).isNull();
    }
}
