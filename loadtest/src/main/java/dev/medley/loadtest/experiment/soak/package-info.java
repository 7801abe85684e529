/** An hour with random faults, after which nothing may be left. */
@NullMarked
package dev.medley.loadtest.experiment.soak;

import org.jspecify.annotations.NullMarked;
