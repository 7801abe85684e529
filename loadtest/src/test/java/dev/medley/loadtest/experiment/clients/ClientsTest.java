package dev.medley.loadtest.experiment.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.experiment.server.CommonOptions;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ClientsTest {

    private static final ClientsPlan PLAN = plan("--requests 1000,100 --clients medley,jdk", false);

    private final ClientResults results = new ClientResults();

    @Test
    void everyClientIsAtEachPlaceOfTheOrderEquallyOften() {
        ClientsPlan plan = plan("", false);

        for (ClientLibrary client : ClientLibrary.values()) {
            assertThat(List.of(0, 1, 2, 3, 4).stream()
                            .map(round -> plan.inRound(round).indexOf(client)))
                    .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        }
    }

    @Test
    void smallBurstsAreRepeatedAndTheFirstBurstOfAClientIsNot() {
        ClientsPlan plan = plan("", false);

        assertThat(plan.sizes()).containsExactly(100, 1000, 3000, 10_000);
        assertThat(plan.sizes())
                .allSatisfy(
                        size -> assertThat(plan.times(size, BurstKind.OPENING)).isOne());
        assertThat(plan.times(100, BurstKind.KEPT)).isEqualTo(5);
        assertThat(plan.times(10_000, BurstKind.KEPT)).isEqualTo(2);
        assertThat(plan.times(100, BurstKind.IMMEDIATE)).isEqualTo(100);
        assertThat(plan.times(10_000, BurstKind.IMMEDIATE)).isOne();
        assertThat(plan.partners()).isEqualTo(4);
        assertThat(plan("--requests 100", false).partners()).isOne();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --clients okhttp      | --clients has 'okhttp'; expected medley, apache, jdk, jetty, vertx
            --requests 0          | --requests has 0; expected 1 to 19000
            --requests 100,20000  | --requests has 20000
            --rounds 0            | --rounds is 0
            --protocol h2         | --protocol is 'h2'; expected http/1.1 or h2c
            """)
    void optionsWithoutAValidValueAreNamed(String options, String message) {
        assertThatThrownBy(() -> plan(options, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void cpuIsCountedByRequest() {
        assertThat(burst(200, 0, 30, 4).cpuMicrosPerRequest()).isEqualTo(150);
    }

    @Test
    void aClaimHoldsIfTheBrokerHasTheSmallestMedianAndTellsAllOfThem() {
        for (int round = 0; round < 3; round++) {
            for (BurstKind kind : BurstKind.values()) {
                // In one of the rounds the machine is busy.
                results.add(ClientLibrary.MEDLEY, 1000, kind, burst(1000, 0, round == 1 ? 900 : 100, 5));
                results.add(ClientLibrary.JDK, 1000, kind, burst(1000, 0, kind == BurstKind.KEPT ? 90 : 110, 7));
            }
        }

        List<Verdict> verdicts = ClientsReport.verdicts(PLAN, results);

        assertThat(verdicts).extracting(Verdict::held).containsExactly(true, true, true, false);
        assertThat(verdicts.get(3).claim()).contains("1,000 requests").contains("later bursts");
        assertThat(verdicts.get(3).figures()).extracting(Verdict.Figure::value).containsExactly(100.0, 90.0);
    }

    @Test
    void anErrorOfTheBrokerIsNotPassedOver() {
        results.add(ClientLibrary.MEDLEY, 100, BurstKind.IMMEDIATE, burst(100, 1, 1, 5));

        assertThat(ClientsReport.verdicts(PLAN, results).get(0).held()).isFalse();
    }

    @Test
    void theShortFormClaimsNothingAboutCpuOrThreads() {
        assertThat(ClientsReport.verdicts(plan("", true), results)).hasSize(1);
        assertThat(ClientsReport.verdicts(plan("--clients jdk", true), results)).isEmpty();
    }

    @Test
    void theHeapIsThatOfBurstsAllOfWhoseRequestsWaited() {
        results.add(ClientLibrary.JDK, 100, new HeapFigures(99, 1, 1));
        assertThat(results.heap(ClientLibrary.JDK, 100, HeapFigures::bytesPerRequest))
                .isNaN();

        results.add(ClientLibrary.JDK, 100, new HeapFigures(100, 3000, 2000));
        assertThat(results.heap(ClientLibrary.JDK, 100, HeapFigures::bytesPerRequest))
                .isEqualTo(3000);
    }

    private static BurstFigures burst(int requests, int errors, double cpuMillis, int threads) {
        return new BurstFigures(requests, errors, "", cpuMillis, 1, 2, threads);
    }

    private static ClientsPlan plan(String options, boolean quick) {
        ClientsOptions parsed = new ClientsOptions();
        CommonOptions common = new CommonOptions();
        if (!options.isEmpty()) {
            CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.forAnnotatedObject(parsed);
            new CommandLine(spec.addMixin("common", CommandLine.Model.CommandSpec.forAnnotatedObject(common)))
                    .parseArgs(options.split(" "));
        }
        return parsed.plan(quick, common);
    }
}
