package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FactsTest {

    @Test
    void namesWhatBearsOnAMeasurement() {
        Facts facts = Facts.ofThisMachine(ExampleReport.CLOCK);

        assertThat(facts.dateText()).isEqualTo("2026-03-01 12:34 UTC");
        assertThat(facts.entries())
                .containsKeys("cores", "memory", "kernel", "JVM", "heap, at most")
                .doesNotContainValue("unknown");
    }

    @Test
    void namesNeitherTheMachineNorItsUser() {
        assertThat(Facts.ofThisMachine(ExampleReport.CLOCK).entries().keySet())
                .isSubsetOf("cores", "memory", "kernel", "JVM", "heap, at most", "open files, at most");
    }
}
