/** The experiments with one policy each: hedge, timeout beside a slow partner, ejection, breaker. */
@NullMarked
package dev.medley.loadtest.experiment.policy;

import org.jspecify.annotations.NullMarked;
