package dev.medley.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.exchange.Broker;
import dev.medley.exchange.PartnerResponse;
import dev.medley.stubs.PartnerStubs;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A broker of a program that has no server. */
class BrokerBuilderTest {

    @Test
    void aProgramWithoutAServerStartsExchanges() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                Broker broker = new BrokerBuilder()
                        .partner("stubs", stubs.uri().toString())
                        .maxHeldBytes(1 << 20)
                        .start()) {
            PartnerResponse response = broker.exchange("stubs")
                    .get("/partner/{i}", 1)
                    .expectJson()
                    .start()
                    .response()
                    .toCompletableFuture()
                    .orTimeout(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            assertThat(response.status()).isEqualTo(200);
            assertThat(broker.partnerNames()).containsExactly("stubs");
        }
    }

    @Test
    void twoPartnersWithOneNameAreRefused() {
        BrokerBuilder builder =
                new BrokerBuilder().partner("one", "http://127.0.0.1:9001").partner("one", "http://127.0.0.1:9002");
        assertThatIllegalArgumentException()
                .isThrownBy(builder::start)
                .withMessageContaining("one is configured twice");
    }
}
