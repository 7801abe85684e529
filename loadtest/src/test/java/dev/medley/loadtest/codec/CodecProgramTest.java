package dev.medley.loadtest.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.codec.CodecProgram.HoldAnswer;
import dev.medley.loadtest.codec.CodecProgram.LengthAnswer;
import dev.medley.loadtest.codec.CodecProgram.RunAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class CodecProgramTest {

    private final CodecProgram program = new CodecProgram();

    @Test
    void aRunHasTheTimesOfItsUnits() throws Exception {
        RunAnswer answer = (RunAnswer) program.answer("run fiber 20 3 2");

        assertThat(answer.units()).isEqualTo(20);
        assertThat(answer.lost()).isZero();
        assertThat(answer.failure()).isEmpty();
        assertThat(answer.ended()).hasSize(101).isSorted().last().isEqualTo(answer.seconds());
        assertThat(answer.begun()).hasSize(101).isSorted();
    }

    @Test
    void emptySlicesAreRunToo() throws Exception {
        assertThat(((RunAnswer) program.answer("empty operation 20 3 1")).lost())
                .isZero();
    }

    @Test
    void aFiberThatWaitsTakesLessThanAHundredBytes() throws Exception {
        HoldAnswer answer = (HoldAnswer) program.answer("hold fiber 50000");

        assertThat(answer.heapBytes()).isBetween(10.0, 100.0);
    }

    @Test
    void theDocumentHasOneOrTwoKilobytes() throws Exception {
        assertThat(((LengthAnswer) program.answer("length")).bytes()).isBetween(1_000, 2_000);
    }

    @ParameterizedTest
    @CsvSource({
        "walk, the command is walk; expected",
        "run fiber 3, the command is run fiber 3; expected",
        "run fiber 0 1 1, UNITS is 0; expected 1 or more",
        "run fiber 1 x 1, SLICES is x; expected a number",
        "run fiber 1 1 -1, THREADS is -1; expected 1 or more",
        "hold actor 3, the model is actor; expected"
    })
    void aCommandThatCannotBeSaysWhatWasExpected(String command, String message) {
        assertThatThrownBy(() -> program.answer(command))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
