package dev.medley.partner.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.HealthCheckSettings;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CheckedHealthTest {

    private final AtomicInteger changes = new AtomicInteger();
    private final CheckedHealth health = new CheckedHealth(
            "endpoint",
            HealthCheckSettings.builder()
                    .path("/health")
                    .interval(Duration.ofSeconds(5))
                    .timeout(Duration.ofSeconds(1))
                    .failures(3)
                    .successes(2)
                    .build(),
            changes::incrementAndGet);

    @Test
    void someFailuresInARowMakeItUnhealthyAndSomeSuccessesHealthyAgain() {
        check("down", "down", "", "down", "down");
        assertThat(health.isHealthy()).isTrue();
        check("down");
        assertThat(health.isHealthy()).isFalse();
        check("", "down", "");
        assertThat(health.isHealthy()).isFalse();
        assertThat(changes).hasValue(1);
        check("");
        assertThat(health.isHealthy()).isTrue();
        assertThat(changes).hasValue(2);
    }

    private void check(String... failures) {
        for (String failure : failures) {
            health.checked(failure);
        }
    }
}
