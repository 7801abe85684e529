/**
 * The settings of partners, and the results of their caches. {@code dev.medley.partner.internal} has what works by them.
 *
 * <p>Upstream: {@link dev.medley.exchange}. Downstream: {@link dev.medley.connection} and {@link dev.medley.setting.internal}, by
 * which keys are declared.
 */
@NullMarked
package dev.medley.partner;

import org.jspecify.annotations.NullMarked;
