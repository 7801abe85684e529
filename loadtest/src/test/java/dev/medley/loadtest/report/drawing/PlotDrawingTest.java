package dev.medley.loadtest.report.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.report.Series;
import dev.medley.loadtest.report.Xml;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Mark;
import dev.medley.loadtest.report.section.Plot;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlotDrawingTest {

    private static final Axis X = Axis.of("users", "");
    private static final Axis Y = Axis.of("threads", "");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+");

    /** The drawing that a desk shows, of one line. */
    private static Xml line(Series series) {
        return Xml.page(Plot.of("A plot", X, Y).curve(Curve.line("values", series)));
    }

    private static String path(Xml page, String cssClass) {
        List<String> paths =
                page.attributes("//svg[@class='plot wide']/g[@class='c0']/path[@class='" + cssClass + "']", "d");
        assertThat(paths).hasSize(1);
        return paths.get(0);
    }

    static Stream<Series> oddSeries() {
        double nan = Double.NaN;
        double infinite = Double.POSITIVE_INFINITY;
        return Stream.of(
                new Series(),
                new Series().add(50, 7),
                new Series().add(0, 0),
                new Series().add(nan, nan),
                new Series().add(1, nan).add(2, 3).add(3, nan),
                new Series().add(1, infinite).add(2, -infinite).add(infinite, 3),
                new Series().add(-5, -1).add(-4, -20),
                new Series().add(1, 1e-300).add(2, 2e-300),
                new Series().add(1e-12, 1e-9).add(2e-12, 2e-9),
                new Series().add(1e250, 1e250).add(2e250, 2e250),
                new Series().add(-1e308, -1e308).add(1e308, 1e308),
                new Series().add(1, Double.MIN_VALUE).add(2, Double.MAX_VALUE),
                new Series().add(1, 1000).add(2, Math.nextUp(1000.0)),
                new Series().add(1, -1e289).add(2, 1e289));
    }

    @ParameterizedTest
    @MethodSource("oddSeries")
    void oddValuesAreDrawnInsideTheFrame(Series series) {
        for (Axis axis : List.of(Y, Y.logarithmic(), Axis.time("time"))) {
            for (Curve.Style style : Curve.Style.values()) {
                Plot plot = Plot.of("A plot", axis, axis)
                        .curve(new Curve("first", style, series))
                        .curve(new Curve("second", style, series));

                List<String> paths = Xml.page(plot).attributes("//svg[@class='plot wide']//path", "d");

                assertThat(paths).allSatisfy(PlotDrawingTest::assertInside);
            }
        }
    }

    private static void assertInside(String path) {
        assertThat(path).doesNotContain("N", "E", "I");
        assertThat(NUMBER.matcher(path).results().map(found -> Double.parseDouble(found.group())))
                .allSatisfy(length -> assertThat(length).isBetween(-10.0, 770.0));
    }

    @Test
    void aCurveWithoutValuesStillHasItsNameAndItsAxes() {
        Xml page = line(new Series());

        assertThat(page.texts("//svg[@class='plot wide']/g[@class='legend']//text"))
                .containsExactly("values");
        assertThat(page.texts("//svg[@class='plot wide']/text[@class='tick-label']"))
                .contains("0.0", "1.0");
        assertThat(page.elements("//g[@class='c0']/path[@class='line']")).hasSize(2);
    }

    @Test
    void onePointIsAMarker() {
        Xml page = line(new Series().add(50, 7));

        assertThat(page.texts("//svg[@class='plot wide']/g[@class='c0']/path[@class='marker']/title"))
                .containsExactly("values: 7 at 50");
    }

    @Test
    void whatIsNoNumberMakesAGap() {
        Series series =
                new Series().add(0, 1).add(1, 1).add(2, Double.NaN).add(3, 1).add(4, 1);

        assertThat(path(line(series), "line")).matches("M[^ML]+L[^ML]+M[^ML]+L[^ML]+");
    }

    @Test
    void aValueBetweenGapsIsADot() {
        Series series = new Series()
                .add(0, 1)
                .add(1, Double.NaN)
                .add(2, 1)
                .add(3, Double.NaN)
                .add(4, 1);

        assertThat(path(line(series), "line")).matches("(M[0-9. ]+h0){3}");
    }

    @Test
    void allPointsHaveMarkersHoweverManyThereAre() {
        Series cloud = new Series();
        for (int i = 0; i < 100; i++) {
            cloud.add(i, i);
        }
        Xml page = Xml.page(Plot.of("Points", X, Y).curve(Curve.points("values", cloud)));

        assertThat(page.elements("//svg[@class='plot wide']/g[@class='c0']/path"))
                .hasSize(100);
    }

    @Test
    void whereNothingWasMeasuredThePlotSaysSo() {
        assertThat(line(new Series()).texts("//svg[@class='plot wide']/text[@class='axis-label']"))
                .contains("no values");
    }

    @ParameterizedTest
    @EnumSource(Frame.class)
    void curvesDifferInMoreThanColour(Frame frame) {
        Plot plot = Plot.of("Many", X, Y);
        for (int i = 0; i < 12; i++) {
            plot = plot.curve(Curve.line("curve " + i, new Series().add(0, i).add(1, i)));
        }
        Xml page = Xml.page(plot);
        String lines = "//svg[@class='plot " + frame.cssClass() + "']/g[starts-with(@class, 'c')]/path[@class='line']";

        List<String> colours = page.attributes(lines + "/..", "class");
        List<String> dashes = page.attributes(lines, "stroke-dasharray");

        assertThat(Stream.iterate(0, i -> i + 1).limit(12).map(i -> colours.get(i) + dashes.get(i)))
                .doesNotHaveDuplicates();
        assertThat(dashes.subList(0, 6)).doesNotHaveDuplicates();
    }

    @Test
    void marksLieInsideThePlot() {
        Plot plot = Plot.of("Marked", X, Y)
                .curve(Curve.line("values", new Series().add(0, 1).add(10, 2)))
                .mark(Mark.stretch(8_400, 8_500, "beyond the curve"))
                .mark(Mark.level(16, "bound of the pool"));
        Xml page = Xml.page(plot);

        assertThat(page.attributes("//svg[@class='plot wide']/path[@class='mark']", "d"))
                .hasSize(1)
                .allSatisfy(PlotDrawingTest::assertInside);
        assertThat(page.texts("//svg[@class='plot narrow']/text[@class='label']"))
                .containsExactly("bound of the pool", "beyond the curve");
    }

    @Test
    void labelsThatWouldOverlapStandInRows() {
        Plot plot = Plot.of("Crowded", X, Y)
                .curve(Curve.line("values", new Series().add(0, 1).add(100, 2)))
                .mark(Mark.stretch(50, 50, "a label of some length"))
                .mark(Mark.stretch(51, 51, "another label of some length"))
                .mark(Mark.stretch(99, 99, "far"));

        List<String> heights = Xml.page(plot).attributes("//svg[@class='plot wide']/text[@class='label']", "y");

        assertThat(heights.get(0)).isEqualTo(heights.get(2)).isNotEqualTo(heights.get(1));
    }

    @Test
    void aDashedCurveHasTheColourOfTheOneBeforeItWhichIsSolid() {
        Xml page = Xml.page(Plot.of("Predicted", X, Y)
                .curve(Curve.line("a", new Series().add(0, 1).add(1, 2)))
                .curve(Curve.dashed("a, predicted", new Series().add(0, 1).add(1, 3)))
                .curve(Curve.line("b", new Series().add(0, 5).add(1, 6))));
        String curves = "//svg[@class='plot wide']/g[starts-with(@class, 'c')]";

        assertThat(page.attributes(curves, "class")).containsExactly("c0", "c0", "c1");
        assertThat(page.attributes(curves + "/path[starts-with(@class, 'line')]", "stroke-dasharray"))
                .containsExactly("none", "4 3", "none");
        assertThat(page.elements(curves + "[2]/path[@class='marker']")).isEmpty();
    }

    @Test
    void aLogarithmicAxisKeepsSmallValuesApartFromLargeOnes() {
        Xml page = Xml.page(Plot.of("Threads", X, Y.logarithmic())
                .curve(Curve.points("async", new Series().add(10, 0.04).add(90, 0.09)))
                .curve(Curve.points("blocking", new Series().add(10, 10).add(90, 90))));

        List<Double> heights = page.attributes("//svg[@class='plot wide']/g[@class='c0']/path", "transform").stream()
                .map(place -> Double.parseDouble(place.replaceAll("translate\\(\\S+ (\\S+)\\)", "$1")))
                .toList();

        assertThat(heights.get(0) - heights.get(1)).isGreaterThan(20);
    }

    @Test
    void pointsAloneAreOutlinesSoThatEqualOnesAreAllSeen() {
        Xml page = Xml.page(Plot.of("Throughput", X, Y)
                .curve(Curve.points("blocking", new Series().add(10, 10).add(90, 90)))
                .curve(Curve.points("async", new Series().add(10, 10).add(90, 90))));

        assertThat(page.attributes("//svg[@class='plot wide']/g[@class='c0' or @class='c1']/path", "class"))
                .hasSize(4)
                .containsOnly("marker open");
    }
}
