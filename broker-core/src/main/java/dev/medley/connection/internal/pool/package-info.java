/**
 * Leases of connections to partners: opened, kept idle for reuse, expired, closed.
 *
 * <p>Upstream: {@link dev.medley.partner}, whose endpoints have a pool each, and {@code exchange}, whose attempts hold the
 * leases. Downstream: {@link dev.medley.connection.internal}, by whose connector connections are opened.
 */
@NullMarked
package dev.medley.connection.internal.pool;

import org.jspecify.annotations.NullMarked;
