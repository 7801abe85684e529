/** What a report is made of: plots with curves and marks, tables, verdicts; plain data. */
@NullMarked
package dev.medley.loadtest.report.section;

import org.jspecify.annotations.NullMarked;
