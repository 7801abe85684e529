/** The experiment {@code topics}: many sessions, broadcasts, silent clients and faults. */
@NullMarked
package dev.medley.loadtest.experiment.topics;

import org.jspecify.annotations.NullMarked;
