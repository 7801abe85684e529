package dev.medley.loadtest.experiment.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.loadtest.report.Facts;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Verdict;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PartnerDownTest {

    private static final PartnerDown.Times TIMES = new PartnerDown.Times(2, 3, 2);

    private final SecondTally sent = new SecondTally(0, TIMES.all());
    private final SecondTally failed = new SecondTally(0, TIMES.all());
    private final SecondTally reached = new SecondTally(0, TIMES.all());

    @Test
    void onlyTheSecondsOfTheFailureCount() {
        count(sent, 10, 10, 10, 10, 10, 10);
        count(reached, 30, 30, 15, 10, 10, 30);

        assertThat(run(0).amplification()).isCloseTo(35.0 / 30, within(1e-9));
        assertThat(run(0).worstSecond()).isEqualTo(1.5);
    }

    @Test
    void aPartnerThatGetsAFifthMoreAndRecoversAtOnceHolds() {
        count(sent, 10, 10, 10, 10, 10);
        count(reached, 10, 10, 12, 12, 12);

        assertThat(verdicts(run(1.9))).containsExactly(true, true);
    }

    @Test
    void moreThanAFifthOrALateRecoveryDoesNot() {
        count(sent, 10, 10, 10, 10, 10);
        count(reached, 10, 10, 12, 12, 13);

        assertThat(verdicts(run(2.1))).containsExactly(false, false);
    }

    @Test
    void aPartnerThatNoRequestReachedProvesNothing() {
        count(sent, 10, 10, 10, 10, 10);

        assertThat(verdicts(run(0))).containsExactly(false, true);
    }

    @Test
    void aRequestThatFailsLateIsNotPassedOver() {
        count(sent, 10, 10, 10, 10, 10);
        count(reached, 10, 10, 10, 10, 10);
        count(failed, 0, 0, 10, 10, 10, 0, 0, 1);

        assertThat(verdicts(run(0))).containsExactly(true, false);
    }

    private PartnerDown.Run run(double recoverySeconds) {
        return new PartnerDown.Run(TIMES, sent, failed, reached, recoverySeconds);
    }

    private static List<Boolean> verdicts(PartnerDown.Run run) {
        Report.Builder report = Report.of("test", Facts.ofThisMachine(Clock.systemUTC()));
        PartnerDown.verdicts(report, PartnerDown.Variant.STATUS, run);
        return report.build().verdicts().stream().map(Verdict::held).toList();
    }

    private static void count(SecondTally tally, int... perSecond) {
        for (int second = 0; second < perSecond.length; second++) {
            for (int i = 0; i < perSecond[second]; i++) {
                tally.countAt(TimeUnit.SECONDS.toNanos(second) + 1);
            }
        }
    }
}
