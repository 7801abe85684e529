package dev.medley.partner.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fault 44: the operations of a limiter are linearizable. Whatever threads do at once, permits and waiters are those of one
 * order of the operations; a permit that leaked, or was given twice, would be one that no order explains.
 */
class LimiterLincheckTest {

    /** In a process of its own: Lincheck instruments all classes that are loaded, which are thousands after other tests. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void permitsNeitherLeakNorAreGivenTwiceInAnyOrderOfOperations() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LimiterScenarios.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
