package dev.medley.loadtest.experiment.server;

import static dev.medley.loadtest.experiment.paper.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.paper.Given;
import dev.medley.loadtest.report.Facts;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Section;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerSamplesTest {

    private final ServerSamples samples =
            Given.samples(sample(0, 30, 100, 1), sample(1, 34, 110, 1.5), sample(2, 32, 130, 3), sample(3, 31, 120, 3));

    @Test
    void thoseBetweenTwoMomentsIncludeTheFirstAndNotTheLast() {
        assertThat(samples.between(1, 3).samples())
                .containsExactly(samples.samples().get(1), samples.samples().get(2));
    }

    @Test
    void theMostAndTheMeanAreOfAllValues() {
        assertThat(samples.most(sample -> sample.process().threads())).isEqualTo(34);
        assertThat(samples.mean(sample -> sample.process().residentMegabytes())).isEqualTo(115);
    }

    @Test
    void theMostIsOfThoseThatAreKnown() {
        ServerSamples some = Given.samples(sample(0, 30, 100), sample(1, Double.NaN, 100), sample(2, 29, 100));

        assertThat(some.most(sample -> sample.process().threads())).isEqualTo(30);
    }

    @Test
    void withoutSamplesThereIsNoFigure() {
        ServerSamples none = samples.between(10, 20);

        assertThat(none.most(ServerSample::inbound)).isNaN();
        assertThat(none.mean(ServerSample::inbound)).isNaN();
        assertThat(none.cpuPercent()).isNaN();
    }

    @Test
    void cpuIsWhatWasSpentFromOneSampleToTheNext() {
        assertThat(samples.cpu()).extracting(Point::x).containsExactly(1.0, 2.0, 3.0);
        assertThat(samples.cpu()).extracting(Point::y).containsExactly(50.0, 150.0, 0.0);
        assertThat(samples.between(0, 3).cpuPercent()).isEqualTo(100);
    }

    @Test
    void cpuOfARequestIsThatOfTheRequestsAnsweredInBetween() {
        ServerSamples answered = Given.samples(answered(0, 1, 100), answered(1, 1.5, 400), answered(2, 2, 600));

        assertThat(answered.microsPerRequest()).isEqualTo(2_000);
        assertThat(answered.between(0, 1).microsPerRequest()).isNaN();
    }

    private static ServerSample answered(double seconds, double cpuSeconds, double answered) {
        ServerSample sample = sample(seconds, 30, 100, cpuSeconds);
        return new ServerSample(
                sample.at(),
                sample.process(),
                sample.heapMegabytes(),
                sample.threadsLeased(),
                sample.threadsStarted(),
                sample.inbound(),
                sample.outbound(),
                sample.connections(),
                new LawTotals(seconds, answered, 0, 0, 0, 0));
    }

    @Test
    void theirTimeCanBeThatOfTheLoad() {
        assertThat(samples.since(Given.BEGIN.plusSeconds(2)).series(ServerSample::inbound))
                .extracting(Point::x)
                .containsExactly(-2.0, -1.0, 0.0, 1.0);
    }

    @Test
    void lostSamplesAreReportedIfThereAreAny() {
        Report.Builder report = Report.of("title", new Facts(Given.BEGIN, Map.of()));

        ServerSamples.reportLost(report, 0);
        assertThat(report.build().sections()).isEmpty();

        ServerSamples.reportLost(report, 3);
        assertThat(report.build().sections())
                .singleElement()
                .isInstanceOfSatisfying(
                        Section.Text.class, text -> assertThat(text.toString()).contains("answer 3 of the samples"));
    }
}
