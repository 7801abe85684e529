/** Units of work that encode and decode JSON, as in MODEST's measurement; and mashups beside others that do so. */
@NullMarked
package dev.medley.loadtest.experiment.codec;

import org.jspecify.annotations.NullMarked;
