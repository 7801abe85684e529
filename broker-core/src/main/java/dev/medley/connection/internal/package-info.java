/**
 * What a connection to a partner does, a request's way over it, and the failures of both. The packages below open connections,
 * keep them, and implement the protocols, by Jetty's client, which no other package sees.
 *
 * <p>Upstream: {@link dev.medley.connection.internal.pool}, and {@code exchange}, whose attempts send requests on leases.
 * Downstream: {@link dev.medley.connection}, whose values it uses, and {@link dev.medley.thread.internal}, whose threads run
 * the callbacks.
 */
@NullMarked
package dev.medley.connection.internal;

import org.jspecify.annotations.NullMarked;
