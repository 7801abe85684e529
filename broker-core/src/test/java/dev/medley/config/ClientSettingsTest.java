package dev.medley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientSettingsTest {

    private static final Duration MINUTE = Duration.ofSeconds(60);

    private final ClientSettings settings = ServerSettings.builder()
            .clients(clients -> clients.crowded(1000, 3000, Duration.ofSeconds(2)))
            .build()
            .clients();

    @ParameterizedTest
    @CsvSource({"0, 60000", "1000, 60000", "1001, 59971", "2000, 31000", "2999, 2029", "3000, 2000", "100000, 2000"})
    void theTimeForIdleConnectionsShrinksInProportion(int connections, long millis) {
        assertThat(settings.idleTimeout(MINUTE, connections).toMillis()).isEqualTo(millis);
    }

    @Test
    void aShorterIdleTimeoutStays() {
        assertThat(settings.idleTimeout(Duration.ofSeconds(1), 100_000)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aCrowdThatEndsBeforeItBeginsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerSettings.builder()
                        .clients(clients -> clients.crowded(10, 10, MINUTE))
                        .build())
                .withMessage(
                        "server: clients.crowded-to: '10' is not more than server.clients.crowded-from; expected more"
                                + " than 10");
    }
}
