package dev.medley.thread.internal.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComputeStateTest {

    @ParameterizedTest
    @CsvSource({
        "WAITING, 'RUNNING, REMOVED'",
        "RUNNING, 'WAITING, ABANDONED, INTERRUPTING, ENDED'",
        "ABANDONED, ENDED",
        "INTERRUPTING, INTERRUPTED",
        "INTERRUPTED, ENDED",
        "ENDED, ''",
        "REMOVED, ''"
    })
    void theTableHasEachStepAndNoOther(ComputeState before, String after) {
        assertThat(Arrays.stream(ComputeState.values()).filter(next -> next.follows(before)))
                .containsExactlyElementsOf(Arrays.stream(after.split(", ", -1))
                        .filter(name -> !name.isEmpty())
                        .map(ComputeState::valueOf)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "WAITING, false, false",
        "RUNNING, false, false",
        "ABANDONED, true, true",
        "INTERRUPTING, true, true",
        "INTERRUPTED, true, true",
        "ENDED, true, false",
        "REMOVED, true, false"
    })
    void whatIsDecidedAndStillRunsIsOverdue(ComputeState state, boolean decided, boolean overdue) {
        assertThat(state.isDecided()).isEqualTo(decided);
        assertThat(state.isOverdue()).isEqualTo(overdue);
    }
}
