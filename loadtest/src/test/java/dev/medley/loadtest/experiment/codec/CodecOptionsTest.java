package dev.medley.loadtest.experiment.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.experiment.server.CommonOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CodecOptionsTest {

    private final CommonOptions common = new CommonOptions();

    @Test
    void theFullFormHasTheUnitsAndThreadsOfTheGraphs() {
        CodecPlan plan = plan("");

        assertThat(plan.parts()).containsExactlyInAnyOrder(CodecPart.values());
        assertThat(plan.units()).containsExactly(1, 10, 100, 1_000, 10_000, 100_000);
        assertThat(plan.threads()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(plan.work()).containsExactly(1, 10, 50);
        assertThat(plan.rounds()).isEqualTo(10);
    }

    @Test
    void valuesAreSortedAndInTheCommandAsTheyWereGiven() {
        CodecOptions options = parsed("--part mashups --units 500,20 --threads 4,1 --work 100,5");
        CodecPlan plan = options.plan(true, common);

        assertThat(plan.parts()).containsExactly(CodecPart.mashups);
        assertThat(plan.units()).containsExactly(20, 500);
        assertThat(plan.mostUnits()).isEqualTo(500);
        assertThat(plan.threads()).containsExactly(1, 4);
        assertThat(plan.work()).containsExactly(5, 100);
        assertThat(options.given()).isEqualTo(" --part mashups --units 500,20 --threads 4,1 --work 100,5");
    }

    @Test
    void theRoundsHaveNoMoreUnitsThanTheGraphs() {
        assertThat(plan("--units 10").unitsInRounds()).isEqualTo(10);
        assertThat(plan("").unitsInRounds()).isEqualTo(30_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--units 0 | --units has 0; expected 1 to 1000000",
                "--threads 65 | --threads has 65; expected 1 to 64",
                "--work 1001 | --work has 1001; expected 1 to 1000"
            })
    void valuesThatCannotBeAreRefused(String arguments, String message) {
        assertThatThrownBy(() -> plan(arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private CodecPlan plan(String arguments) {
        return parsed(arguments).plan(false, common);
    }

    private static CodecOptions parsed(String arguments) {
        return CommandLine.populateCommand(
                new CodecOptions(), arguments.isEmpty() ? new String[0] : arguments.split(" "));
    }
}
