/** Goodput as the load goes beyond the capacity. */
@NullMarked
package dev.medley.loadtest.experiment.overload;

import org.jspecify.annotations.NullMarked;
