package dev.medley.loadtest.report.section;

/** A part of a report, in the order in which it is read. */
public sealed interface Section permits Plot, Table, Section.Text, Verdict {

    /**
     * A paragraph.
     *
     * @param paragraph plain text; nothing in it is markup
     */
    record Text(String paragraph) implements Section {}
}
