package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Mark;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HtmlReportTest {

    private static final String HOSTILE = "</style><script src=\"http://example.org/x.js\">&amp; \u0000\uD800 <b>";

    @Test
    void exampleIsWellFormed() {
        Xml page = Xml.page(ExampleReport.build());

        assertThat(page.texts("//h1")).containsExactly("Threads and throughput, blocking & async");
        assertThat(page.texts("//figure//h2")).hasSize(3);
        assertThat(page.texts("//main/div/table/caption")).containsExactly("Table 2: thread time D and service time S");
    }

    @Test
    void refersToNothingOutside() {
        String html = HtmlReport.of(ExampleReport.build());
        Xml page = Xml.parse(html);

        assertThat(html).doesNotContain("http://", "https://", "url(", "@import");
        assertThat(page.elements("//script | //img | //iframe | //object | //*[@src]"))
                .isEmpty();
        assertThat(page.attributes("//*[@href]", "href")).containsOnly("data:,", HtmlReport.NUMBERS);
    }

    @Test
    void textIsNeverMarkup() {
        Plot plot = Plot.of(HOSTILE, Axis.of(HOSTILE, HOSTILE), Axis.of(HOSTILE, HOSTILE))
                .curve(Curve.line(HOSTILE, new Series().add(1, 1)))
                .mark(Mark.stretch(1, 1, HOSTILE))
                .mark(Mark.level(1, HOSTILE));
        Report report = Report.of(HOSTILE, new Facts(ExampleReport.FACTS.date(), Map.of(HOSTILE, HOSTILE)))
                .subtitle(HOSTILE)
                .command(HOSTILE)
                .text(HOSTILE)
                .add(plot)
                .add(Table.captioned(HOSTILE, HOSTILE, HOSTILE).row(HOSTILE, HOSTILE))
                .add(Verdict.of(HOSTILE, false).figure(HOSTILE, 1, HOSTILE))
                .build();

        Xml page = Xml.page(report);

        assertThat(page.elements("//script | //b")).isEmpty();
        assertThat(page.texts("//h1"))
                .containsExactly("</style><script src=\"http://example.org/x.js\">&amp; \uFFFD\uFFFD <b>");
    }

    @Test
    void verdictsAreGivenInWordsToo() {
        Xml page = Xml.page(ExampleReport.build());

        assertThat(page.texts("//section[@class='verdict held']//strong")).containsExactly("Held");
        assertThat(page.texts("//section[@class='verdict not-held']//strong")).containsExactly("Not held");
        assertThat(page.texts("//p[@class='date']"))
                .containsExactly("Measured 2026-03-01 12:34 UTC. 1 of 2 claims held.");
    }

    @Test
    void eachDrawingHasATitleAndADescription() {
        Xml page = Xml.page(ExampleReport.build());

        assertThat(page.elements("//svg")).hasSize(6).allSatisfy(svg -> {
            String[] names = svg.getAttribute("aria-labelledby").split(" ", -1);
            assertThat(page.texts("//title[@id='" + names[0] + "']")).hasSize(1);
            assertThat(page.texts("//desc[@id='" + names[1] + "']")).hasSize(1);
        });
        assertThat(page.texts("//desc").get(0)).contains("blocking: from 14.2 at 10 to 95.8 at 90");
    }

    @Test
    void identifiersAreUnique() {
        var identifiers = Xml.page(ExampleReport.build()).attributes("//*[@id]", "id");

        assertThat(Set.copyOf(identifiers)).hasSameSizeAs(identifiers);
    }

    @Test
    void columnsOfNumbersAreFlushRightAndHeadsAreHeads() {
        Xml page = Xml.page(ExampleReport.build());

        assertThat(page.attributes("//main/div/table/thead//th", "class"))
                .containsExactly("number", "number", "number", "number", "words");
        assertThat(page.attributes("//main/div/table//tbody/tr/th", "scope"))
                .hasSize(5)
                .containsOnly("row");
    }

    @Test
    void smallPlotsShowTheirNumbers() {
        Xml page = Xml.page(ExampleReport.threads());

        assertThat(page.texts("//details//thead//th"))
                .containsExactly("simulated users", "blocking", "law, n = N(1 + c)", "async");
        assertThat(page.texts("//details//tbody/tr[1]/*")).containsExactly("10", "14.2", "10.1", "7");
        assertThat(Xml.page(ExampleReport.phases()).elements("//details")).isEmpty();
    }

    @Test
    void reportWithoutAnythingIsAPage() {
        assertThat(Xml.page(Report.of("Nothing", ExampleReport.FACTS).build()).texts("//main"))
                .containsExactly("\n");
    }
}
