/**
 * Policies: the next step of a call, decided from the results of its attempts.
 *
 * <p>Upstream: {@link dev.medley.partner} and {@code exchange}, whose calls ask after each result.
 */
@NullMarked
package dev.medley.partner.internal.policy;

import org.jspecify.annotations.NullMarked;
