/** Medley beside other servers: the same work, in turns, on one bench. */
@NullMarked
package dev.medley.loadtest.experiment.peers;

import org.jspecify.annotations.NullMarked;
