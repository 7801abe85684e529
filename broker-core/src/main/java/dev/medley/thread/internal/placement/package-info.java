/**
 * Where the code of a mashup runs: the places, what decides, and the moves between them.
 *
 * <p>Upstream: {@link dev.medley.thread.internal.ExecutionTarget}, which has the placement of one mashup.
 */
@NullMarked
package dev.medley.thread.internal.placement;

import org.jspecify.annotations.NullMarked;
