package dev.medley.loadtest.report;

import dev.medley.loadtest.report.section.Section;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The findings of an experiment.
 *
 * @param title what was measured
 * @param subtitle how, in a line; may be empty
 * @param facts when, and on what machine
 * @param command the command line that measures it again; may be empty
 * @param sections the parts, in reading order
 */
public record Report(String title, String subtitle, Facts facts, String command, List<Section> sections) {

    /** Copies the sections. */
    public Report {
        sections = List.copyOf(sections);
    }

    /** Begins a report. */
    public static Builder of(String title, Facts facts) {
        return new Builder(title, facts);
    }

    /** The verdicts among the sections. */
    public List<Verdict> verdicts() {
        return sections.stream()
                .filter(Verdict.class::isInstance)
                .map(Verdict.class::cast)
                .toList();
    }

    /**
     * Writes {@code index.html}, to be read, {@code report.md}, to be put into a document, and {@code data.json}, with every
     * number, over those of an earlier report.
     *
     * @param folder created if it does not exist
     * @return the path of the page
     * @throws IOException if they cannot be written
     */
    public Path writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(HtmlReport.NUMBERS), JsonReport.of(this));
        Files.writeString(folder.resolve("report.md"), MarkdownReport.of(this));
        return Files.writeString(folder.resolve("index.html"), HtmlReport.of(this));
    }

    /** Collects the parts of a report. */
    public static final class Builder {

        private final String title;
        private final Facts facts;
        private final List<Section> sections = new ArrayList<>();
        private String subtitle = "";
        private String command = "";

        private Builder(String title, Facts facts) {
            this.title = title;
            this.facts = facts;
        }

        /** The line below the title. */
        public Builder subtitle(String line) {
            subtitle = line;
            return this;
        }

        /** The command line that measures it again. */
        public Builder command(String line) {
            command = line;
            return this;
        }

        /** Adds a part behind those that are there. */
        public Builder add(Section section) {
            sections.add(section);
            return this;
        }

        /** Adds a paragraph. */
        public Builder text(String paragraph) {
            return add(new Section.Text(paragraph));
        }

        /** The report with the parts so far. */
        public Report build() {
            return new Report(title, subtitle, facts, command, sections);
        }
    }
}
