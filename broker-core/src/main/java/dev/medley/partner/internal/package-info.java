/**
 * A partner: its endpoints, and the choice of one for each attempt. Admission and policies are below.
 *
 * <p>Upstream: {@link dev.medley.exchange}, which asks for permits. Downstream: {@link dev.medley.connection}.
 */
@NullMarked
package dev.medley.partner.internal;

import org.jspecify.annotations.NullMarked;
