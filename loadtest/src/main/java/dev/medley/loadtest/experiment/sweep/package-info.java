/** CPU time and latency as one quantity varies and the others stay. */
@NullMarked
package dev.medley.loadtest.experiment.sweep;

import org.jspecify.annotations.NullMarked;
