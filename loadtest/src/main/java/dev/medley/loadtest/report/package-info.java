/**
 * The findings of an experiment, and the files that present them: a page to read, the numbers behind it, and lines for the terminal.
 *
 * <p>An experiment builds a {@link dev.medley.loadtest.report.Report} of plots, tables, texts and verdicts, which writes the files,
 * and hands it to {@link dev.medley.loadtest.report.TerminalReport}. Nothing here knows how anything was measured.
 */
@NullMarked
package dev.medley.loadtest.report;

import org.jspecify.annotations.NullMarked;
