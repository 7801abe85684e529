/**
 * A partner's limits and policies: who may use a connection to it, who waits and for how long, what is tried again.
 *
 * <p>Upstream: {@link dev.medley.exchange}, which asks for permits. Downstream: {@link dev.medley.connection}.
 */
@NullMarked
package dev.medley.partner;

import org.jspecify.annotations.NullMarked;
