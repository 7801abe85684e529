package dev.medley.server.internal.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.admin.PrometheusPage;
import dev.medley.server.internal.admin.Scene;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.ledger.RequestPhase;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RequestMetersTest {

    private static final List<RequestPhase> PHASES =
            List.of(RequestPhase.ADMISSION, RequestPhase.COMPOSING, RequestPhase.EXCHANGES, RequestPhase.WRITING);

    @Test
    void thePhasesOfARequestAreItsWholeTime() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                Scene scene = Scene.of(
                        PartnerSettings.of("shop", stubs.uri().toString()).build())) {
            URI uri = scene.serve(new ShopServlet());
            scene.get(uri.resolve("/mashup"));
            scene.get(uri.resolve("/mashup"));

            Scene.eventually().untilAsserted(() -> {
                PrometheusPage page = scene.metrics();
                double whole = page.value("medley_requests_seconds_sum", "mashup=mashup", "status=200");
                double sum = 0;
                for (RequestPhase each : PHASES) {
                    assertThat(page.value("medley_request_phase_seconds_count", "mashup=mashup", phase(each)))
                            .isEqualTo(2);
                    sum += page.value("medley_request_phase_seconds_sum", "mashup=mashup", phase(each));
                }
                assertThat(sum).isCloseTo(whole, within(whole / 100));
            });
        }
    }

    @Test
    void aPhaseHasAHistogramOfSevenBuckets() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                Scene scene = Scene.of(
                        PartnerSettings.of("shop", stubs.uri().toString()).build())) {
            scene.get(scene.serve(new ShopServlet()).resolve("/mashup"));

            Scene.eventually()
                    .untilAsserted(() -> assertThat(scene.metrics().names())
                            .filteredOn(name -> name.startsWith("medley_request_phase_seconds_bucket")
                                    && name.contains(RequestPhase.EXCHANGES.label()))
                            .hasSize(7 + 1));
        }
    }

    private static String phase(RequestPhase phase) {
        return "phase=" + phase.label();
    }

    private static final class ShopServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return mashup.get("shop", "/partner/1?delay=50")
                    .response()
                    .thenApply(response -> Reply.json(response.json()));
        }
    }
}
