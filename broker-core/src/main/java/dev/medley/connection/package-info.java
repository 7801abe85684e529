/**
 * Leases of connections to partners: opened, kept idle for reuse, expired, closed. The packages below implement the
 * protocols, by Jetty's client, which no other package sees.
 *
 * <p>Upstream: {@link dev.medley.partner}, whose endpoints have a pool each, and {@code exchange}, whose attempts hold the
 * leases. Downstream: {@link dev.medley.thread.internal}, whose threads run the callbacks.
 */
@NullMarked
package dev.medley.connection;

import org.jspecify.annotations.NullMarked;
