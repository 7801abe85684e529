package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarTest {

    private static final List<String> KEYS = List.of("port", "host", "max-connections", "max-queued", "timeout");

    @ParameterizedTest
    @CsvSource({
        "prot, port",
        "ports, port",
        "prt, port",
        "maxConnections, max-connections",
        "MAX_CONNECTIONS, max-connections",
        "max-conections, max-connections",
        "max-connection, max-connections",
        "maximum-queued, max-queued",
        "time-out, timeout"
    })
    void theNearestWordIsFound(String word, String meant) {
        assertThat(Similar.nearest(word, KEYS)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"cors, port", "tls, url", "pool, port", "auth, path", "a, b"})
    void twoLettersOfAShortWordAreTooMany(String word, String other) {
        assertThat(Similar.nearest(word, List.of(other))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"hots, host", "ulr, url", "tiemout, timeout"})
    void twoLettersThatAreExchangedCountAsOne(String word, String meant) {
        assertThat(Similar.nearest(word, List.of(meant))).contains(meant);
    }

    @Test
    void nothingIsFoundIfAllAreFar() {
        assertThat(Similar.nearest("url", KEYS)).isEmpty();
        assertThat(Similar.nearest("minimum-connects", KEYS)).isEmpty();
        assertThat(Similar.nearest("", KEYS)).isEmpty();
    }
}
