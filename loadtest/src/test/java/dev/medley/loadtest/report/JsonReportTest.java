package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Section;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTest {

    private static JsonNode json(Report report) {
        return JsonMapper.shared().readTree(JsonReport.of(report));
    }

    private static JsonNode json(Section section) {
        return json(Report.of("A report", ExampleReport.FACTS).add(section).build())
                .at("/sections/0");
    }

    @Test
    void saysWhenWhereAndHow() {
        JsonNode json = json(ExampleReport.build());

        assertThat(json.at("/title").asString()).isEqualTo("Threads and throughput, blocking & async");
        assertThat(json.at("/date").asString()).isEqualTo("2026-03-01T12:34:56Z");
        assertThat(json.at("/command").asString()).startsWith("./medley experiment fig4");
        assertThat(json.at("/facts/cores").asString()).isNotEmpty();
    }

    @Test
    void hasEveryPointOfEverySeries() {
        Plot plot = ExampleReport.phases();
        JsonNode json = json(plot);

        assertThat(json.at("/series")).hasSize(2);
        for (int i = 0; i < 2; i++) {
            Curve curve = plot.curves().get(i);
            JsonNode series = json.at("/series/" + i);
            assertThat(series.at("/name").asString()).isEqualTo(curve.name());
            assertThat(series.at("/points")).hasSize(720);
            for (int j = 0; j < curve.points().size(); j++) {
                Point point = curve.points().get(j);
                assertThat(series.at("/points/" + j + "/0").asDouble()).isEqualTo(point.x());
                assertThat(series.at("/points/" + j + "/1").asDouble()).isEqualTo(point.y());
            }
        }
        assertThat(json.at("/marks/6/from").asInt()).isEqualTo(1_400);
        assertThat(json.at("/x/unit").asString()).isEqualTo("s");
    }

    @Test
    void namesTheStyleOfACurve() {
        JsonNode json = json(ExampleReport.threads());

        assertThat(json.at("/series/1/style").asString()).isEqualTo("dashed");
        assertThat(json.at("/series/1/points/0").toString()).isEqualTo("[10,10.1]");
    }

    @Test
    void hasTheNumbersOfTablesUnrounded() {
        JsonNode json = json(ExampleReport.table2());

        assertThat(json.at("/rows/0/0").asInt()).isEqualTo(10);
        assertThat(json.at("/rows/0/3").asDouble()).isEqualTo(0.5 / 1014);
        assertThat(json.at("/rows/0/4").asString()).isEqualTo("async");
    }

    @Test
    void hasTheFiguresOfVerdicts() {
        JsonNode json =
                json(Verdict.of("It holds", true).figure("threads", 16, "").figure("p99", 12.5, "ms"));

        assertThat(json.at("/held").asBoolean()).isTrue();
        assertThat(json.at("/figures/1/value").asDouble()).isEqualTo(12.5);
        assertThat(json.at("/figures/1/unit").asString()).isEqualTo("ms");
    }

    @Test
    void whatIsNoNumberIsNull() {
        Series series = new Series().add(1, Double.NaN).add(2, Double.POSITIVE_INFINITY);
        Plot plot = Plot.of("Gaps", Axis.of("x", ""), Axis.of("y", "")).curve(Curve.line("values", series));

        assertThat(json(plot).at("/series/0/points").toString()).isEqualTo("[[1,null],[2,null]]");
        assertThat(json(Table.captioned("Gaps", "a").row(Double.NaN))
                        .at("/rows/0/0")
                        .isNull())
                .isTrue();
    }
}
