/** Processes that a load test starts beside its own. */
@NullMarked
package dev.medley.loadtest.process;

import org.jspecify.annotations.NullMarked;
