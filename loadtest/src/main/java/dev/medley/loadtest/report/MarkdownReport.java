package dev.medley.loadtest.report;

import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Section;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a report as Markdown, to be put into a document. A plot is the table of its numbers. */
final class MarkdownReport {

    private final StringBuilder out = new StringBuilder();

    private MarkdownReport() {}

    static String of(Report report) {
        return new MarkdownReport().write(report);
    }

    private String write(Report report) {
        paragraph("# " + text(report.title()));
        if (!report.subtitle().isEmpty()) {
            paragraph(text(report.subtitle()) + ".");
        }
        report.sections().forEach(this::write);
        String facts = report.facts().entries().entrySet().stream()
                .map(fact -> text(fact.getKey() + ": " + fact.getValue()))
                .collect(Collectors.joining("; "));
        paragraph("Measured %s (%s)%s"
                .formatted(
                        report.facts().dateText(),
                        facts,
                        report.command().isEmpty() ? "." : " by `" + report.command() + "`."));
        return out.toString();
    }

    private void write(Section section) {
        if (section instanceof Plot plot) {
            PlotTable.of(plot).ifPresent(table -> table(plot.title(), table));
        } else if (section instanceof Table table) {
            table(table.caption(), table);
        } else if (section instanceof Verdict verdict) {
            paragraph("**%s**: %s%s.".formatted(verdict.word(), text(verdict.claim()), figures(verdict)));
        } else if (section instanceof Section.Text text) {
            paragraph(text(text.paragraph()));
        }
    }

    private static String figures(Verdict verdict) {
        return verdict.figures().isEmpty()
                ? ""
                : verdict.figures().stream()
                        .map(figure -> text(figure.name()) + " " + figure.text())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private void table(String caption, Table table) {
        paragraph("## " + text(caption));
        row(table.columns());
        row(table.columns().stream().map(column -> "---").toList());
        for (List<Cell> row : table.rows()) {
            row(row.stream().map(Cell::text).toList());
        }
        out.append('\n');
    }

    private void row(List<String> cells) {
        out.append(cells.stream().map(MarkdownReport::text).collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    private void paragraph(String paragraph) {
        out.append(paragraph).append("\n\n");
    }

    /** Nothing in a text is markup. */
    private static String text(String plain) {
        return plain.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("*", "\\*")
                .replace("_", "\\_")
                .replace("<", "&lt;");
    }
}
