/**
 * Admission: permits, limits, and stages that refuse. It knows neither partners nor exchanges.
 *
 * <p>Upstream: {@link dev.medley.partner}, and {@code servlet}, which limits inbound requests.
 */
@NullMarked
package dev.medley.partner.internal.limit;

import org.jspecify.annotations.NullMarked;
