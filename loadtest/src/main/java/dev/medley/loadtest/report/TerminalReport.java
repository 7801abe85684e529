package dev.medley.loadtest.report;

import dev.medley.loadtest.report.drawing.Sparkline;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Section;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;

/** Writes a report as lines of text, for a terminal or a log. No colours, no cursor movements. */
public final class TerminalReport {

    private static final int WIDTH = 100;

    private final Sparkline sparkline;
    private final StringBuilder out = new StringBuilder();

    private TerminalReport(Sparkline sparkline) {
        this.sparkline = sparkline;
    }

    /** Prints the report to a stream that writes in the charset of this process's standard output. */
    public static void print(Report report, PrintStream stream) {
        stream.print(render(report, outputCharset()));
        stream.flush();
    }

    /** The report as lines that {@code charset} can write: small plots are drawn with blocks only if it has them. */
    static String render(Report report, Charset charset) {
        return new TerminalReport(Sparkline.in(charset)).render(report);
    }

    private String render(Report report) {
        paragraph(report.title());
        if (!report.subtitle().isEmpty()) {
            paragraph(report.subtitle());
        }
        out.append('\n');
        report.sections().forEach(this::append);
        Map<String, String> facts = report.facts().entries();
        int widest = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
        line("Measured " + report.facts().dateText());
        facts.forEach((name, value) -> line("  " + TextTable.left(name, widest) + "  " + value));
        if (!report.command().isEmpty()) {
            line("  " + report.command());
        }
        return out.toString();
    }

    private void append(Section section) {
        if (section instanceof Plot plot) {
            append(plot);
        } else if (section instanceof Table table) {
            TextTable.append(table, out);
        } else if (section instanceof Verdict verdict) {
            append(verdict);
        } else if (section instanceof Section.Text text) {
            paragraph(text.paragraph());
        }
        out.append('\n');
    }

    private void append(Plot plot) {
        line(plot.title());
        line("  %s, over %s".formatted(plot.y().text(), plot.x().text()));
        int widest = plot.curves().stream()
                .mapToInt(curve -> curve.name().length())
                .max()
                .orElse(0);
        for (Curve curve : plot.curves()) {
            String unit = plot.y().unit();
            line("  " + TextTable.left(curve.name(), widest) + "  " + sparkline.of(curve, unit));
        }
        PlotTable.of(plot).ifPresent(table -> TextTable.appendRows(table, out));
    }

    private void append(Verdict verdict) {
        paragraph("%s: %s".formatted(verdict.word().toUpperCase(Locale.ROOT), verdict.claim()));
        int widest = verdict.figures().stream()
                .mapToInt(figure -> figure.name().length())
                .max()
                .orElse(0);
        for (Verdict.Figure figure : verdict.figures()) {
            line("  " + TextTable.left(figure.name(), widest) + "  " + figure.text());
        }
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }

    /** Breaks a paragraph between words. */
    private void paragraph(String text) {
        int column = 0;
        for (String word : text.strip().split("\\s+", -1)) {
            if (column > 0 && column + 1 + word.length() > WIDTH) {
                out.append('\n');
                column = 0;
            } else if (column > 0) {
                out.append(' ');
                column++;
            }
            out.append(word);
            column += word.length();
        }
        out.append('\n');
    }

    /** The charset of standard output: JDK 19 and later report it; before that it is the default one. */
    private static Charset outputCharset() {
        String name = System.getProperty("stdout.encoding");
        return name == null ? Charset.defaultCharset() : Charset.forName(name);
    }
}
