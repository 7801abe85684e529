package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessFactsTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void linuxReportsAProcessThatRuns() {
        ProcessFacts facts = ProcessFacts.of(ProcessHandle.current().pid());

        assertThat(facts.cpuSeconds()).isPositive();
        assertThat(facts.residentMegabytes()).isBetween(10.0, 100_000.0);
        assertThat(facts.threads()).isGreaterThan(1);
        assertThat(facts.files()).isGreaterThan(2);
    }

    @Test
    void ofAProcessThatIsNotThereNothingIsANumber() {
        // Beyond the largest that Linux gives.
        ProcessFacts facts = ProcessFacts.of(1L << 40);

        assertThat(facts.cpuSeconds()).isNaN();
        assertThat(facts.residentMegabytes()).isNaN();
        assertThat(facts.threads()).isNaN();
        assertThat(facts.files()).isNaN();
    }
}
