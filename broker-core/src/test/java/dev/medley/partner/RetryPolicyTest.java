package dev.medley.partner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

    private final RetryPolicy policy = new RetryPolicy(2, 1);

    @ParameterizedTest
    @CsvSource({"1,true", "2,true", "3,false", "100,false"})
    void connectingIsTriedAgainAsOftenAsIsSaid(int failures, boolean again) {
        assertThat(policy.mayConnectAgain(failures)).isEqualTo(again);
    }

    @ParameterizedTest(name = "failed {0} times, unsent {1}, idempotent {2}: {3}")
    @CsvSource({
        "1,false,true,true",
        "1,true,false,true",
        "1,true,true,true",
        "1,false,false,false",
        "2,false,true,false",
        "2,true,false,false",
        "2,true,true,false"
    })
    void aRequestIsSentAgainOnlyWhereItDoesNoHarm(int failures, boolean unsent, boolean idempotent, boolean again) {
        assertThat(policy.maySendAgain(failures, unsent, idempotent)).isEqualTo(again);
    }

    @Test
    void nothingIsTriedAgainIfNothingShallBe() {
        RetryPolicy never = new RetryPolicy(0, 0);
        assertThat(never.mayConnectAgain(1)).isFalse();
        assertThat(never.maySendAgain(1, true, true)).isFalse();
    }
}
