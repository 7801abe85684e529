package dev.medley.stubs.internal.endpoint;

import static dev.medley.stubs.Soon.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.Clients;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.Protocol;
import dev.medley.stubs.RawClient;
import java.util.Map;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrafficTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    @ParameterizedTest
    @EnumSource
    void aPostThatArrivesIsCountedOnce(Protocol protocol) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start()) {
            CLIENTS.of(protocol)
                    .newRequest(stubs.uri() + "/partner/2?delay=1")
                    .method(HttpMethod.POST)
                    .body(new StringRequestContent("order"))
                    .send();

            assertThat(stubs.requests("POST", "/partner/2")).isEqualTo(1);
            assertThat(stubs.requests("GET", "/partner/2")).isZero();
            assertThat(stubs.requests("POST", "/partner/1")).isZero();
        }
    }

    @Test
    void requestsAreCountedByFamilyAsWell() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start()) {
            get(stubs, "/partner/1");
            get(stubs, "/partner/2");
            get(stubs, "/news?city=Oslo");
            get(stubs, "/news?city=nowhere");
            get(stubs, "/unknown");

            assertThat(stubs.requests()).isEqualTo(5);
            assertThat(stubs.requestsByFamily())
                    .containsOnly(Map.entry("partner", 2L), Map.entry("news", 2L), Map.entry("(other)", 1L));
        }
    }

    @Test
    void theStatisticsAreThereAsJsonAndDoNotCountThemselves() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start()) {
            get(stubs, "/partner/1");
            soon().until(stubs::inFlight, count -> count == 0);

            get(stubs, "/stats");

            assertThat(get(stubs, "/stats"))
                    .isEqualTo("{\"requests\":1,\"inFlight\":0,\"connections\":1,\"connectionsAccepted\":1,"
                            + "\"families\":{\"partner\":1},\"paths\":{\"GET /partner/1\":1}}");
        }
    }

    @Test
    void connectionsAreCountedWhileTheyAreOpen() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().ports(0, 0).start()) {
            try (RawClient first = RawClient.to(stubs.ports().get(0));
                    RawClient second = RawClient.to(stubs.ports().get(1))) {
                soon().until(stubs::connections, count -> count == 2);
                assertThat(first).isNotSameAs(second);
            }
            soon().until(stubs::connections, count -> count == 0);
            assertThat(stubs.connectionsAccepted()).isEqualTo(2);
        }
    }

    @Test
    void oneConnectionCarriesManyRequestsOverHttp2() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start()) {
            HttpClient client = CLIENTS.of(Protocol.H2C);
            for (int i = 0; i < 10; i++) {
                client.GET(stubs.uri() + "/status/200");
            }

            assertThat(stubs.connectionsAccepted()).isEqualTo(1);
            assertThat(stubs.requests("GET", "/status/200")).isEqualTo(10);
        }
    }

    @Test
    void pathsWithoutEndAreCountedTogether() {
        Traffic traffic = new Traffic();

        for (int i = 0; i < Traffic.MAX_PATHS + 5; i++) {
            traffic.arrived("partner", "GET", "/partner/" + i);
        }

        assertThat(traffic.requests("GET", "/partner/0")).isEqualTo(1);
        assertThat(traffic.byMethodAndPath()).hasSize(Traffic.MAX_PATHS + 1).containsEntry(Traffic.OTHER, 5L);
    }

    private static String get(PartnerStubs stubs, String pathAndQuery) throws Exception {
        return CLIENTS.of(Protocol.HTTP_1_1).GET(stubs.uri() + pathAndQuery).getContentAsString();
    }
}
