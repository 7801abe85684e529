/** Draws a plot: as SVG for a page, as a line of blocks for a terminal. */
@NullMarked
package dev.medley.loadtest.report.drawing;

import org.jspecify.annotations.NullMarked;
