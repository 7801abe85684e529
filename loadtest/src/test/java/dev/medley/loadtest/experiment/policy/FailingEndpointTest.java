package dev.medley.loadtest.experiment.policy;

import static dev.medley.loadtest.experiment.paper.Given.phase;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.policy.FailingPartner.Way;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailingEndpointTest {

    @Test
    void theCostIsThatAfterTheFirstSecond() {
        FailingEndpoint.Run run = new FailingEndpoint.Run(phase(0, 100, 30, 10, 20), phase(1, 100, 0, 10, 21));
        Verdict verdict = FailingEndpoint.verdict(Way.STATUS, run);
        assertThat(verdict.held()).isTrue();
        assertThat(verdict.figures()).extracting(Verdict.Figure::value).containsExactly(0.0, 30.0);
        assertThat(new FailingEndpoint()
                        .table()
                        .of(Map.of(Way.CLOSE, List.of(run)))
                        .rows())
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .extracting(Cell::text)
                        .containsExactly("closes the connection", "100", "30", "100", "0", "0.000", "21.0"));
    }

    @Test
    void halfAPercentIsTooMuch() {
        FailingEndpoint.Run run = new FailingEndpoint.Run(phase(0, 100, 0, 10, 20), phase(1, 100, 1, 10, 21));
        assertThat(FailingEndpoint.verdict(Way.REFUSE, run).held()).isFalse();
    }

    @Test
    void thePartnerHasThreeEndpointsAndNoRetries() {
        assertThat(FailingEndpoint.configuration(List.of("http://a:1", "http://b:2"), "http://c:3"))
                .contains("urls: [http://a:1, http://b:2, http://c:3]")
                .contains("retries: 0")
                .contains("connect-retries: 0");
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"NOT"},
            mode = EnumSource.Mode.EXCLUDE)
    void thePartnerAnswersUntilItIsToFail(Way way) throws Exception {
        try (FailingPartner partner = FailingPartner.start()) {
            assertThat(status(partner)).isEqualTo(200);
            partner.fail(way);
            if (way == Way.STATUS) {
                assertThat(status(partner)).isEqualTo(503);
            } else {
                assertThat(status(partner)).isZero();
            }
        }
    }

    /** Zero if there is no answer. */
    private static int status(FailingPartner partner) throws InterruptedException {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(partner.url().resolve("/partner/0"))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException x) {
            return 0;
        }
    }
}
