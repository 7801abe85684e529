package dev.medley.loadtest.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.AttackLoop;
import dev.medley.loadtest.attack.way.Repeated;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Verdict;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttackResultTest {

    private static final Footprint BEFORE = new Footprint(150, 10, 0, 20, 35, 0);
    private static final Attack ATTACK = Attack.of("name", "what", Repeated.of("", ""));

    @Test
    void whatHoldsMissesNothing() {
        assertThat(result(ATTACK, true, 99, BEFORE).missed()).isEmpty();
    }

    @Test
    void othersHaveToBeAnswered() {
        assertThat(result(ATTACK, true, 98, BEFORE).missed()).containsExactly("others 98 of 100");
        assertThat(result(ATTACK.onlyCpu(), true, 0, BEFORE).missed()).isEmpty();
    }

    @Test
    void othersOfWhomNothingWasAskedAreAMiss() {
        AttackResult unasked = result(ATTACK, true, 0, 0, BEFORE);
        assertThat(unasked.answeredPercent()).isNaN();
        assertThat(unasked.missed()).containsExactly("nothing asked of others");
        assertThat(result(ATTACK.onlyCpu(), true, 0, 0, BEFORE).missed()).containsExactly("nothing asked of others");
        Report report = AttackReport.of(
                new Setup(false, Path.of("unused"), Progress.onStandardError(), "test", 0), List.of(unasked), true);
        assertThat(report.verdicts()).noneMatch(Verdict::held);
    }

    @Test
    void figuresThatAreNotKnownAreMissed() {
        assertThat(result(ATTACK, true, 100, Footprint.UNKNOWN).missed())
                .containsExactly(
                        "MB live not measured",
                        "MB direct not measured",
                        "files not measured",
                        "threads not measured",
                        "requests in flight not measured");
    }

    @Test
    void theProcessHasToLive() {
        assertThat(result(ATTACK, false, 100, Footprint.UNKNOWN).missed()).containsExactly("the process ended");
    }

    @Test
    void whatIsLeftIsNamed() {
        Footprint after = new Footprint(900, 40, 100, 31, 35, 2);
        assertThat(result(ATTACK, true, 100, after).missed())
                .containsExactly("30 MB live left", "11 files left", "2 requests in flight left");
    }

    @Test
    void theLargerOfEachFigureIsThePeak() {
        Footprint most = Footprint.UNKNOWN.most(BEFORE).most(new Footprint(100, Double.NaN, 7, 25, 30, 3));
        assertThat(most).isEqualTo(new Footprint(150, 10, 7, 25, 35, 3));
    }

    @Test
    void theAttackersLastLineCounts() {
        AttackLoop.Totals totals = new AttackLoop.Totals(100, 2, 3_000, 40);
        String output = "opened=1 ended=0 sent=0 received=0\n" + AttackerLine.of(totals) + "\nopened=9 en";
        assertThat(AttackerLine.last(output)).isEqualTo(totals);
        assertThat(AttackerLine.last("")).isEqualTo(new AttackLoop.Totals(0, 0, 0, 0));
    }

    private static AttackResult result(Attack attack, boolean alive, long answered, Footprint after) {
        return result(attack, alive, 100, answered, after);
    }

    private static AttackResult result(Attack attack, boolean alive, long asked, long answered, Footprint after) {
        return new AttackResult(
                attack,
                alive,
                asked,
                answered,
                900,
                BEFORE,
                BEFORE,
                after,
                50,
                new AttackLoop.Totals(100, 0, 1_000, 1_000),
                List.of());
    }
}
