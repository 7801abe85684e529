package dev.medley.stubs;

import static dev.medley.stubs.Soon.soon;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackPressureTest {

    @ParameterizedTest
    @ValueSource(strings = {"/bytes?size=10737418240", "/partner/1?size=67108864"})
    void callersThatDoNotReadHoldNoThread(String path) throws IOException {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start()) {
            try (RawClient first = RawClient.to(stubs.port());
                    RawClient second = RawClient.to(stubs.port());
                    RawClient third = RawClient.to(stubs.port());
                    RawClient reader = RawClient.to(stubs.port())) {
                first.get(path);
                second.get(path);
                third.get(path);
                soon().until(stubs::requests, count -> count == 3);

                assertThat(reader.get("/bytes?size=500000").readUntil("\r\n\r\n"))
                        .contains("Content-Length: 500000");
                assertThat(reader.read(500_000)).hasSize(500_000);
                assertThat(stubs.inFlight()).isBetween(3L, 4L);
            }
            soon().until(stubs::inFlight, count -> count == 0);
        }
    }

    @Test
    void aLongAnswerArrivesInOrder() throws IOException {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                RawClient client = RawClient.to(stubs.port())) {
            client.get("/bytes?size=10737418240").readUntil("\r\n\r\n");

            byte[] bytes = client.read(5_000_000).getBytes(StandardCharsets.ISO_8859_1);

            assertThat(bytes).isEqualTo(ExpectedBytes.upTo(5_000_000));
        }
    }
}
