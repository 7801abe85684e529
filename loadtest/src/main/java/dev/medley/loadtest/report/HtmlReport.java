package dev.medley.loadtest.report;

import dev.medley.loadtest.report.drawing.Frame;
import dev.medley.loadtest.report.drawing.Markup;
import dev.medley.loadtest.report.drawing.PlotDrawing;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Section;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes a report as one page that needs nothing else: no script, no font, no picture from anywhere. */
final class HtmlReport {

    /** The file with the numbers, in the same folder. */
    static final String NUMBERS = "data.json";

    private static final String STYLE_SHEET = "report.css";

    /** Nothing may be loaded, whatever gets into a title; the icon is there so that no browser asks for one. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

    private final Report report;
    private final Markup out = new Markup();
    private int plots;

    private HtmlReport(Report report) {
        this.report = report;
    }

    static String of(Report report) {
        return new HtmlReport(report).write();
    }

    private String write() {
        out.raw("<!DOCTYPE html>").line();
        out.open("html", "lang", "en").line();
        writeHead();
        out.open("body").line();
        writeHeader();
        out.open("main").line();
        report.sections().forEach(this::writeSection);
        out.close().line();
        writeFooter();
        return out.close().line().close().line().toString();
    }

    private void writeHead() {
        out.open("head").line();
        out.empty("meta", "charset", "utf-8").line();
        out.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY)
                .line();
        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .line();
        out.empty("meta", "name", "color-scheme", "content", "light dark").line();
        out.empty("link", "rel", "icon", "href", "data:,").line();
        out.element("title", report.title()).line();
        out.open("style").line().raw(styleSheet()).close().line();
        out.close().line();
    }

    private void writeHeader() {
        out.open("header").element("h1", report.title()).line();
        if (!report.subtitle().isEmpty()) {
            out.element("p", report.subtitle(), "class", "subtitle").line();
        }
        long held = report.verdicts().stream().filter(Verdict::held).count();
        String verdicts = report.verdicts().isEmpty()
                ? ""
                : ". %d of %d claims held".formatted(held, report.verdicts().size());
        out.element("p", "Measured " + report.facts().dateText() + verdicts + ".", "class", "date");
        out.close().line();
    }

    private void writeSection(Section section) {
        // Not a switch over types: that takes a newer Java than the one that Medley is compiled for.
        if (section instanceof Plot plot) {
            writePlot(plot);
        } else if (section instanceof Table table) {
            writeTable(table);
        } else if (section instanceof Verdict verdict) {
            writeVerdict(verdict);
        } else if (section instanceof Section.Text text) {
            out.element("p", text.paragraph()).line();
        }
    }

    private void writePlot(Plot plot) {
        plots++;
        out.open("figure").line();
        out.open("figcaption").element("h2", plot.title()).close().line();
        for (Frame frame : Frame.values()) {
            PlotDrawing.draw(plot, frame, "plot-" + plots + "-" + frame.cssClass(), out);
        }
        PlotTable.of(plot).ifPresent(table -> {
            out.open("details").element("summary", "The numbers").line();
            writeTable(table);
            out.close().line();
        });
        out.close().line();
    }

    /** A table that scrolls by itself where it is wider than the page. */
    private void writeTable(Table table) {
        out.open("div", "class", "scroll", "role", "region", "aria-label", table.caption(), "tabindex", "0");
        out.open("table").element("caption", table.caption()).line();
        out.open("thead").open("tr");
        for (int column = 0; column < table.columns().size(); column++) {
            out.element("th", table.columns().get(column), "scope", "col", "class", cssClass(table, column));
        }
        out.close().close().line();
        out.open("tbody").line();
        for (List<Cell> row : table.rows()) {
            out.open("tr");
            out.element("th", row.get(0).text(), "scope", "row", "class", cssClass(table, 0));
            for (int column = 1; column < row.size(); column++) {
                out.element("td", row.get(column).text(), "class", cssClass(table, column));
            }
            out.close().line();
        }
        out.close().close().close().line();
    }

    private static String cssClass(Table table, int column) {
        return table.isNumeric(column) ? "number" : "words";
    }

    private void writeVerdict(Verdict verdict) {
        out.open("section", "class", verdict.held() ? "verdict held" : "verdict not-held");
        out.open("p").element("strong", verdict.held() ? "Held" : "Not held");
        out.text(": " + verdict.claim()).close();
        if (!verdict.figures().isEmpty()) {
            out.open("dl");
            for (Verdict.Figure figure : verdict.figures()) {
                out.open("div")
                        .element("dt", figure.name())
                        .element("dd", figure.text())
                        .close();
            }
            out.close();
        }
        out.close().line();
    }

    private void writeFooter() {
        out.open("footer").element("h2", "How it was measured").line();
        if (!report.command().isEmpty()) {
            out.open("pre").element("code", report.command()).close().line();
        }
        out.open("dl");
        for (Map.Entry<String, String> fact : report.facts().entries().entrySet()) {
            out.open("div")
                    .element("dt", fact.getKey())
                    .element("dd", fact.getValue())
                    .close()
                    .line();
        }
        out.close().line();
        out.open("p").text("Every number of this page: ");
        out.element("a", NUMBERS, "href", NUMBERS).text(".").close();
        out.close().line();
    }

    private static String styleSheet() {
        try (InputStream in = HtmlReport.class.getResourceAsStream(STYLE_SHEET)) {
            return new String(Objects.requireNonNull(in, STYLE_SHEET).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
