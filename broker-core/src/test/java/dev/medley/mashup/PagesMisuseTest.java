package dev.medley.mashup;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.stubs.PartnerStubs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Wrong uses of lists in pages and of calls for many keys; they are in docs/wrong-uses.md. */
class PagesMisuseTest {

    @Test
    void noPagesAndNoKeysAreRefused() {
        try (DefaultBroker broker =
                DefaultBroker.builder().partner("shop", "http://127.0.0.1:9").build()) {
            broker.start();
            Mashup mashup = new DefaultMashup(broker, new GivenInbound(Map.of()));

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> mashup.pages(mashup.exchange("shop").get("/"), 0, page -> null))
                    .withMessage("the number of pages is 0, expected at least 1");
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> mashup.batch(List.of(1), 0, 4, keys -> CompletableFuture.completedStage(Map.of())))
                    .withMessage("the number of keys of one call is 0, expected at least 1");
        }
    }

    @Test
    void aLinkThatLeadsAwayIsRefused() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                DefaultBroker broker = DefaultBroker.builder()
                        .partner("shop", stubs.uri().toString())
                        .build()) {
            broker.start();
            Mashup mashup = new DefaultMashup(broker, new GivenInbound(Map.of()));
            PartnerResponse response = mashup.exchange("shop")
                    .get("/catalog")
                    .start()
                    .response()
                    .toCompletableFuture()
                    .get();

            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> mashup.follow(response, "http://other.example/"))
                    .satisfies(x -> org.assertj.core.api.Assertions.assertThat(
                                    x.problem().detail())
                            .isEqualTo("partner shop: the link is not followed: it leads away from the partner,"
                                    + " to http://other.example"));
        }
    }
}
