/**
 * The composition that answers an inbound request: its exchanges are started together, joined, and merged into one reply.
 *
 * <p>Upstream: {@link dev.medley.servlet}, which suspends the inbound request meanwhile. Downstream:
 * {@link dev.medley.exchange}.
 */
@NullMarked
package dev.medley.mashup;

import org.jspecify.annotations.NullMarked;
