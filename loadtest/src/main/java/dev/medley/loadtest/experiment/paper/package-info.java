/** The paper's figures 4 and 5 and table 2, and the same load in each execution mode. */
@NullMarked
package dev.medley.loadtest.experiment.paper;

import org.jspecify.annotations.NullMarked;
