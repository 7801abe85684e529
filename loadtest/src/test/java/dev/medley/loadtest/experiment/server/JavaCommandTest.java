package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaCommandTest {

    @Test
    void theUsersSettingsDoNotReachAnExperiment() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "PATH", "/bin",
                "MEDLEY_SERVER_THREADS", "5",
                "MEDLEY_CONFIG", "mine.yaml",
                "MEDLEY_LOG_LEVEL", "debug"));

        JavaCommand.withoutSettings(environment);

        assertThat(environment).containsOnlyKeys("PATH");
    }
}
