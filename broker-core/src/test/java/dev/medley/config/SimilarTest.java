package dev.medley.config;

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

    @Test
    void nothingIsFoundIfAllAreFar() {
        assertThat(Similar.nearest("url", KEYS)).isEmpty();
        assertThat(Similar.nearest("minimum-connects", KEYS)).isEmpty();
        assertThat(Similar.nearest("", KEYS)).isEmpty();
    }
}
