package dev.medley.loadtest.experiment.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.paper.Given;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.WorkDone;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SweepTest {

    private static final Set<SweepDimension> CALLS = EnumSet.of(SweepDimension.calls);

    @Test
    void eachDimensionVariesOneQuantityAndUsersAreSetByTheDelay() {
        SweepPoint few = SweepDimension.users.point(10);
        SweepPoint many = SweepDimension.users.point(2800);

        assertThat(few.delay()).isEqualTo(Duration.ofMillis(50));
        assertThat(many.delay()).isEqualTo(Duration.ofSeconds(14));
        assertThat(many.withUsers(10)).isEqualTo(few);
        assertThat(SweepDimension.rate.point(1000).target()).isEqualTo("/fanout?c=3&delay=10&size=1024");
        assertThat(SweepDimension.calls.point(8).target()).isEqualTo("/fanout?c=8&delay=50&size=1024");
        assertThat(SweepDimension.body.point(1024).target()).isEqualTo("/fanout?c=3&delay=50&size=1048576");
    }

    @Test
    void theTableHasMediansByLevelAndProtocolAndTheirRatio() {
        Report report = report(
                measured(1, PartnerProtocol.HTTP_1_1, 100, 0),
                measured(1, PartnerProtocol.HTTP_1_1, 120, 0),
                measured(1, PartnerProtocol.H2C, 55, 0),
                measured(8, PartnerProtocol.HTTP_1_1, 500, 0),
                measured(8, PartnerProtocol.H2C, 250, 0));

        Table table = report.sections().stream()
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow();

        assertThat(table.rows())
                .extracting(row -> row.stream().map(Cell::text).toList())
                .containsExactly(
                        List.of("1", "http/1.1", "110", "105-115", "2.0", "2.0-2.0", "1.00", "0"),
                        List.of("1", "h2c", "55", "55-55", "2.0", "2.0-2.0", "0.50", "0"),
                        List.of("8", "http/1.1", "500", "500-500", "2.0", "2.0-2.0", "1.00", "0"),
                        List.of("8", "h2c", "250", "250-250", "2.0", "2.0-2.0", "0.50", "0"));
        assertThat(Given.notHeld(report.verdicts())).isEmpty();
    }

    @Test
    void oneMashupThatFailedIsFoundInTheVerdict() {
        Report report = report(measured(1, PartnerProtocol.H2C, 55, 1));

        assertThat(Given.notHeld(report.verdicts())).containsExactly("No mashup failed at any level");
        assertThat(Given.notHeld(report().verdicts())).containsExactly("No mashup failed at any level");
    }

    @Test
    void cpuOfAMashupIsThatOfTheTimeInWhichItWasAnswered() {
        assertThat(new WorkDone(300, 1.5).microsPerRequest(new WorkDone(100, 1.4)))
                .isBetween(499.9, 500.1);
    }

    private static SweepMeasurement measured(int level, PartnerProtocol protocol, double cpu, long errors) {
        return new SweepMeasurement(SweepDimension.calls, level, protocol, cpu, 2, errors);
    }

    private static Report report(SweepMeasurement... measured) {
        Setup setup = new Setup(true, Path.of("."), Progress.onStandardError(), "sweep", 0);
        return SweepReport.of(setup, CALLS, 2, List.of(measured));
    }
}
