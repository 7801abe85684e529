/** A million exchanges in flight. */
@NullMarked
package dev.medley.loadtest.experiment.outstanding;

import org.jspecify.annotations.NullMarked;
