package dev.medley.loadtest.experiment.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.paper.Given;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.LawTotals;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.SoakSample;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Verdict;
import dev.medley.loadtest.soak.TokenLines;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SoakReportTest {

    private static final SoakPlan LONG = SoakPlan.of(false, ExecutionMode.ASYNC, Duration.ofMinutes(20), 100, 1);
    private static final SoakPlan QUICK = SoakPlan.of(true, ExecutionMode.ASYNC, Duration.ofSeconds(10), 50, 1);

    private final SoakTally tally = new SoakTally();

    @Test
    void aServerThatHoldsNothingBackHolds() {
        answer();

        assertThat(SoakReport.verdicts(LONG, run(0, 0))).allMatch(Verdict::held);
        assertThat(SoakReport.verdicts(QUICK, run(0, 0))).allMatch(Verdict::held);
    }

    @Test
    void aForeignReplyAWrongStatusAndALostRequestEachFailTheRun() {
        assertThat(brokenBy(() -> tally.foreign(SoakKind.MERGE, "another document")))
                .containsExactly("Each reply with status 200 is complete and belongs to its request");
        assertThat(tally.shown()).containsExactly("foreign or truncated, another document");
        assertThat(brokenBy(() -> tally.status(SoakKind.POST, 500)))
                .contains("Each failed reply has the status 502, 503 or 504");
        assertThat(brokenBy(() -> tally.broken(SoakKind.MERGE, false, "reset")))
                .contains("Each request is replied to; only streams break off");
    }

    @Test
    void honestFailuresFailNothing() {
        answer();
        for (int status : List.of(502, 503, 504)) {
            tally.begun();
            tally.status(SoakKind.MERGE, status);
        }
        tally.begun();
        tally.broken(SoakKind.STREAM, true, "reset");
        tally.begun();
        tally.gone(SoakKind.UPLOAD);

        assertThat(SoakReport.verdicts(LONG, run(0, 0))).allMatch(Verdict::held);
        assertThat(tally.inFlight()).isZero();
        assertThat(tally.of(SoakKind.MERGE)).isEqualTo(Map.of("200", 1L, "502", 1L, "503", 1L, "504", 1L));
    }

    @Test
    void whatStaysFailsTheRun() {
        answer();

        assertThat(broken(SoakReport.verdicts(QUICK, run(1, 0))))
                .containsExactly("After the load nothing is in flight, connected or admitted");
        assertThat(broken(SoakReport.verdicts(QUICK, run(0, 0.5)))).isEmpty();
        assertThat(broken(SoakReport.verdicts(LONG, run(0, 0.5))))
                .containsExactlyInAnyOrder(
                        "In the second half open files grow by at most 20 an hour",
                        "In the second half threads grow by at most 4 an hour",
                        "In the second half MB resident grow by at most 60 an hour",
                        "In the second half MB of live heap grow by at most 4 an hour",
                        "In the second half MB of direct memory grow by at most 4 an hour");
    }

    @Test
    void aReplyIsCheckedAgainstTheTokenOfItsRequest() {
        byte[] lines = TokenLines.of("a1", 5_000);
        assertThat(lines).hasSize(5_000);
        assertThat(SoakKind.STREAM.problem("a1", 5_000, lines)).isNull();
        assertThat(SoakKind.STREAM.problem("a2", 5_000, lines)).isNotNull();
        assertThat(SoakKind.STREAM.problem("a1", 5_001, lines)).isNotNull();
        lines[4_000]++;
        assertThat(SoakKind.STREAM.problem("a1", 5_000, lines)).isNotNull();

        assertThat(problem(SoakKind.MERGE, "{'token':'a1','order':{'token':'a1'},'user':{'token':'a1'}}"))
                .isNull();
        assertThat(problem(SoakKind.MERGE, "{'token':'a1','order':{'token':'a1'},'user':{'token':'b1'}}"))
                .isNotNull();
        assertThat(problem(SoakKind.MERGE, "{'token':'a1','order':{'token':'a1'}"))
                .isNotNull();
        assertThat(problem(SoakKind.PARTIAL, "{'token':'a1','user':{'token':'a1'},'raw':{'partner':0}}"))
                .isNull();
        assertThat(problem(SoakKind.PARTIAL, "{'token':'a1','user':{'token':'a1'},'raw':{'smuggled':true}}"))
                .isNotNull();
        assertThat(problem(SoakKind.POST, "{'token':'a1','order':{'token':'a1','bytes':7,'right':true}}"))
                .isNull();
        assertThat(problem(SoakKind.UPLOAD, "{'token':'a1','file':{'token':'a1','bytes':7,'right':false}}"))
                .isNotNull();
    }

    private static @Nullable String problem(SoakKind kind, String json) {
        return kind.problem("a1", 7, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private void answer() {
        tally.begun();
        tally.right(SoakKind.MERGE);
    }

    private List<String> brokenBy(Runnable end) {
        answer();
        tally.begun();
        end.run();
        return broken(SoakReport.verdicts(QUICK, run(0, 0)));
    }

    private static List<String> broken(List<Verdict> verdicts) {
        return verdicts.stream()
                .filter(verdict -> !verdict.held())
                .map(Verdict::claim)
                .toList();
    }

    /** A run after which so many permits are in use, and in which all grows by so much in a second, until the load ends. */
    private SoakRun run(double permits, double growth) {
        List<SoakSample> samples = new ArrayList<>();
        List<Point> heap = new ArrayList<>();
        for (int second = 0; second < 200; second++) {
            samples.add(sample(second, growth * second, 5));
            heap.add(new Point(second, 50 + growth * second));
        }
        SoakRun.Rest before = new SoakRun.Rest(sample(0, 0, 0), 50);
        SoakRun.Rest after = new SoakRun.Rest(sample(300, 0, permits), 50);
        return new SoakRun(Given.BEGIN, tally, samples, heap, 0, before, after, Map.of(), 0);
    }

    private static SoakSample sample(double second, double more, double permits) {
        ServerSample server = new ServerSample(
                Given.BEGIN.plusNanos((long) (second * 1e9)),
                new ProcessFacts(1, 300 + more, 40 + more, 100 + more),
                20,
                3,
                16,
                0,
                0,
                0,
                new LawTotals(0, 0, 0, 0, 0, 0));
        return new SoakSample(server, 8 + more, permits, 0);
    }
}
