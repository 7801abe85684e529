/**
 * One outbound request and its outcome: exchange, call and attempts (paper, section 3, figure 3 and table 1).
 *
 * <p>Upstream: {@link dev.medley.mashup}, which starts exchanges and joins them. Downstream: {@link dev.medley.partner},
 * whose permits and policies they follow, and {@link dev.medley.connection}, whose leases carry them.
 */
@NullMarked
package dev.medley.exchange;

import org.jspecify.annotations.NullMarked;
