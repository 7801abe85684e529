package dev.medley.loadtest.experiment.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DriverLoadTest {

    @Test
    void errorsOfTheWarmUpAreReportedSeparately() throws Exception {
        AtomicInteger edges = new AtomicInteger();
        try (PartnerStubs failing = PartnerStubs.builder().start()) {
            LoadFigures figures = new DriverLoad()
                    .closed(
                            failing.uri().resolve("/status/500"),
                            2,
                            Duration.ofMillis(300),
                            Duration.ofMillis(300),
                            edges::incrementAndGet);

            assertThat(figures.warmUpErrors()).isPositive();
            assertThat(figures.errors()).isPositive().isEqualTo(figures.requests());
            // What came while the load was being stopped does not count.
            assertThat(figures.warmUpErrors() + figures.errors()).isLessThanOrEqualTo(failing.requests());
            assertThat(edges).hasValue(2);
        }
    }
}
