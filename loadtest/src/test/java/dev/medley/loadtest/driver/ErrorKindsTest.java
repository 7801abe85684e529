package dev.medley.loadtest.driver;

import static dev.medley.loadtest.driver.Plans.get;
import static dev.medley.loadtest.driver.Plans.millis;
import static dev.medley.loadtest.driver.Plans.run;
import static dev.medley.loadtest.driver.Plans.stubs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.driver.client.ErrorKind;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.stubs.tls.CertificateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorKindsTest {

    private static final Phase FIVE = Phase.ofRate(50, millis(100));

    @TempDir
    private static Path folder;

    private static CertificateAuthority authority;

    @BeforeAll
    static void createAuthority() {
        authority = CertificateAuthority.create(folder, "Load test");
    }

    @ParameterizedTest
    @CsvSource({
        "REFUSE, CONNECT",
        "NEVER_ACCEPT, CONNECT",
        "RESET_BEFORE_HEADERS, OTHER",
        "RESET_IN_HEADERS, OTHER",
        "RESET_IN_BODY, OTHER",
        "CLOSE_BEFORE_HEADERS, OTHER",
        "CLOSE_IN_BODY, OTHER",
        "NEVER_ANSWER, TIMEOUT",
        "DRIP_BODY, TIMEOUT",
        "ENDLESS_BODY, TIMEOUT",
        "CONTENT_LENGTH_TOO_LONG, TIMEOUT",
        "BAD_CHUNK, OTHER",
        "NOT_HTTP, OTHER",
        "BODY_ON_204, STATUS",
        "REDIRECT_LOOP, STATUS"
    })
    void reportsTheKindOfAFailure(Misbehaviour misbehaviour, ErrorKind kind) {
        boolean silent = kind == ErrorKind.TIMEOUT || misbehaviour == Misbehaviour.NEVER_ACCEPT;
        Duration timeout = silent ? millis(1200) : Plans.SOON;
        try (RawPartner partner = RawPartner.start(misbehaviour)) {
            LoadResult result = run(get(partner.uri(), "/").timeout(timeout).open(FIVE));

            assertThat(result.total().errors()).isEqualTo(Map.of(kind, 5L));
            assertThat(result.total().failed()).isEqualTo(5);
            assertThat(result.total().succeeded()).isZero();
            assertThat(result.total().messages().values()).containsExactly(5L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void reportsAnotherStatusAndALateAnswer(LoadProtocol protocol) {
        try (PartnerStubs server = stubs(protocol, authority).start()) {
            LoadResult status =
                    run(get(server.uri(), "/status/503").protocol(protocol).open(FIVE));
            LoadResult late = run(get(server.uri(), "/partner/1?delay=30000")
                    .protocol(protocol)
                    .timeout(millis(1200))
                    .open(FIVE));

            assertThat(status.total().errors(ErrorKind.STATUS)).isEqualTo(5);
            assertThat(status.total().messages()).containsEntry("status 503", 5L);
            assertThat(late.total().errors(ErrorKind.TIMEOUT)).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void reportsARefusedConnection(LoadProtocol protocol) {
        try (RawPartner partner = RawPartner.start(Misbehaviour.REFUSE)) {
            String scheme = protocol == LoadProtocol.H2 ? "https" : "http";
            URI target = URI.create(scheme + "://" + partner.uri().getAuthority());
            LoadResult result =
                    run(get(target, "/").protocol(protocol).closed(3).duration(millis(500)));

            assertThat(result.total().errors().keySet()).isEqualTo(Set.of(ErrorKind.CONNECT));
            // A user who cannot connect pauses, 10 ms at first.
            assertThat(result.total().failed()).isBetween(3L, 21L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void looksAtTheBody(LoadProtocol protocol) {
        try (PartnerStubs server = stubs(protocol, authority).start()) {
            LoadPlan.Builder partner =
                    get(server.uri(), "/partner/7").protocol(protocol).open(FIVE);
            LoadPlan.Builder empty =
                    get(server.uri(), "/bytes?size=0").protocol(protocol).open(FIVE);

            assertThat(run(partner.expectedText("\"partner\":7")).total().succeeded())
                    .isEqualTo(5);
            assertThat(run(partner.expectedText("\"partner\":8")).total().errors(ErrorKind.CONTENT))
                    .isEqualTo(5);
            assertThat(run(empty).total().succeeded()).isEqualTo(5);
            assertThat(run(empty.expectedText("x")).total().errors(ErrorKind.CONTENT))
                    .isEqualTo(5);
        }
    }

    @Test
    void reportsThatTheDriverIsShortOfConnections() {
        try (PartnerStubs server = PartnerStubs.builder().port(0).start()) {
            LoadResult result = run(
                    get(server.uri(), "/partner/1?delay=3000").maxConnections(2).open(Phase.ofRate(50, millis(200))));

            assertThat(result.total().succeeded()).isEqualTo(2);
            assertThat(result.total().errors(ErrorKind.DRIVER_LIMIT)).isEqualTo(8);
        }
    }

    @Test
    void usesNoConnectionThatTheServerClosed() {
        try (RawPartner partner = RawPartner.start(Misbehaviour.CLOSE_AFTER_RESPONSE)) {
            LoadResult result = run(get(partner.uri(), "/").open(Phase.ofRate(5, millis(600))));

            assertThat(result.total().succeeded()).isEqualTo(3);
            assertThat(partner.connections()).isEqualTo(3);
        }
    }

    @Test
    void refusesAHostThatIsUnknownAndASourceThatIsElsewhere() throws Exception {
        LoadPlan unknown =
                LoadPlan.to(URI.create("http://nowhere.invalid/")).closed(1).build();
        LoadPlan elsewhere = LoadPlan.to(URI.create("http://127.0.0.1:9/"))
                .closed(1)
                .sources(List.of(InetAddress.getByName("192.0.2.1")))
                .build();

        assertThatThrownBy(() -> LoadDriver.run(unknown, progress -> {})).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> LoadDriver.run(elsewhere, progress -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("192.0.2.1");
    }
}
