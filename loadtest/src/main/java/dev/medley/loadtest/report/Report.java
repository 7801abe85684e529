package dev.medley.loadtest.report;

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

        /** Says in a line how it was measured. */
        public Builder subtitle(String line) {
            subtitle = line;
            return this;
        }

        /** Gives the command line that measures it again. */
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
