/**
 * The fitness of endpoints: circuit breaker, outlier ejection, results of health checks. It knows neither partners nor
 * exchanges.
 *
 * <p>Upstream: {@link dev.medley.partner}, whose endpoints have them. Only this package sees Resilience4j.
 */
@NullMarked
package dev.medley.partner.internal.health;

import org.jspecify.annotations.NullMarked;
