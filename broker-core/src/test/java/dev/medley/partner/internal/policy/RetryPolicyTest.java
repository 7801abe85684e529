package dev.medley.partner.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.AttemptResult.Sent;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RetryPolicyTest {

    private final RetryPolicy policy = new RetryPolicy(2, 1, Set.of(503));

    @ParameterizedTest
    @CsvSource({"1,true", "2,true", "3,false", "100,false"})
    void connectingIsTriedAsOftenAsConfigured(int failures, boolean again) {
        NextStep step =
                policy.onAttemptEnded(new History(false, failures, 0), result(Phase.CONNECTING, Sent.NO, false));
        assertThat(step.attempt()).isEqualTo(again);
    }

    @ParameterizedTest(name = "failed {0} times, sent {1}, idempotent {2}: {3}")
    @CsvSource({
        "1,MAYBE,true,true",
        "1,NO,false,true",
        "1,NO,true,true",
        "1,MAYBE,false,false",
        "2,MAYBE,true,false",
        "2,NO,false,false",
        "2,NO,true,false"
    })
    void aRequestIsSentAgainOnlyWhereItDoesNoHarm(int failures, Sent sent, boolean idempotent, boolean again) {
        NextStep step =
                policy.onAttemptEnded(new History(idempotent, 0, failures), result(Phase.CONNECTED, sent, false));
        assertThat(step.attempt()).isEqualTo(again);
        assertThat(step.delayNanos()).isZero();
    }

    @Test
    void aRequestThatWasRefusedUnprocessedIsSentAgainWhateverItsMethod() {
        AttemptResult refused = new AttemptResult(Kind.REFUSED_UNPROCESSED, Sent.MAYBE, Phase.CONNECTED, false, 0, 1);
        RetryPolicy never = new RetryPolicy(0, 0, Set.of());
        assertThat(never.onAttemptEnded(new History(false, 0, 0, 1), refused)).isEqualTo(NextStep.AGAIN);
    }

    @Test
    void afterEachFurtherRefusalThePauseIsLongerUntilTheCallFails() {
        AttemptResult refused = new AttemptResult(Kind.REFUSED_UNPROCESSED, Sent.NO, Phase.CONNECTED, false, 0, 1);
        long last = 0;
        for (int refusals = 2; refusals <= 8; refusals++) {
            NextStep step = policy.onAttemptEnded(new History(false, 0, 0, refusals), refused);
            assertThat(step.attempt()).isTrue();
            assertThat(step.delayNanos()).isGreaterThan(last);
            last = step.delayNanos();
        }
        assertThat(policy.onAttemptEnded(new History(false, 0, 0, 9), refused)).isEqualTo(NextStep.NONE);
    }

    @Test
    void afterAReusedConnectionTheNextOneIsFresh() {
        History once = new History(true, 0, 1);
        assertThat(policy.onAttemptEnded(once, result(Phase.CONNECTED, Sent.MAYBE, true)))
                .isEqualTo(NextStep.AGAIN.onFreshConnection());
        assertThat(policy.onAttemptEnded(once, result(Phase.CONNECTED, Sent.MAYBE, false)))
                .isEqualTo(NextStep.AGAIN);
    }

    @ParameterizedTest
    @EnumSource(names = {"COMPLETED", "LOCAL_FAULT", "CANCELLED"})
    void onlyAFaultOfThePartnerIsTriedAgain(Kind kind) {
        AttemptResult other = new AttemptResult(kind, Sent.NO, Phase.CONNECTED, false, 0, 1);
        assertThat(policy.onAttemptEnded(new History(true, 0, 1), other)).isEqualTo(NextStep.NONE);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aRequestThatIsNotRepeatableIsNotSentAgain(Kind kind) {
        History once = new History(true, 0, 1, 0, false);
        AttemptResult failed = new AttemptResult(kind, Sent.MAYBE, Phase.CONNECTED, true, 0, 1);
        assertThat(policy.onAttemptEnded(once, failed)).isEqualTo(NextStep.NONE);
    }

    @ParameterizedTest(name = "status {0}, failed {1} times, idempotent {2}: {3}")
    @CsvSource({
        "200,0,true,true",
        "500,0,true,true",
        "503,0,true,false",
        "503,0,false,true",
        "503,1,true,true",
    })
    void aStatusIsNoAnswerWhileTheRequestMayBeSentAgain(
            int status, int failures, boolean idempotent, boolean accepted) {
        assertThat(policy.accepts(new History(idempotent, 0, failures), status)).isEqualTo(accepted);
    }

    @Test
    void aResponseThatWasNotAcceptedIsFollowedByAnotherAttempt() {
        AttemptResult busy = new AttemptResult(Kind.COMPLETED, Sent.YES, Phase.RESPONDING, true, 503, 1);
        assertThat(policy.onAttemptEnded(new History(true, 0, 1), busy)).isEqualTo(NextStep.AGAIN);
        assertThat(policy.onAttemptEnded(new History(true, 0, 2), busy)).isEqualTo(NextStep.NONE);
    }

    @Test
    void withoutRetriesNothingIsTriedAgain() {
        RetryPolicy never = new RetryPolicy(0, 0, Set.of());
        assertThat(never.onAttemptEnded(new History(true, 1, 0), result(Phase.CONNECTING, Sent.NO, false)))
                .isEqualTo(NextStep.NONE);
        assertThat(never.onAttemptEnded(new History(true, 0, 1), result(Phase.CONNECTED, Sent.NO, false)))
                .isEqualTo(NextStep.NONE);
    }

    private static AttemptResult result(Phase phase, Sent sent, boolean reusedConnection) {
        return new AttemptResult(Kind.PARTNER_FAULT, sent, phase, reusedConnection, 0, 1);
    }

    private record History(boolean idempotent, int connectFailures, int sendFailures, int refusals, boolean repeatable)
            implements CallHistory {

        History(boolean idempotent, int connectFailures, int sendFailures) {
            this(idempotent, connectFailures, sendFailures, 0);
        }

        History(boolean idempotent, int connectFailures, int sendFailures, int refusals) {
            this(idempotent, connectFailures, sendFailures, refusals, true);
        }

        @Override
        public int started() {
            return connectFailures + sendFailures + refusals;
        }

        @Override
        public int connectionsGone() {
            return 0;
        }

        @Override
        public int live() {
            return 0;
        }
    }
}
