/**
 * Opens connections: looks the name up, connects a socket, sets TLS up, and leaves the rest to the protocol that is
 * configured or negotiated, {@link dev.medley.connection.internal.http1} or {@link dev.medley.connection.internal.http2}.
 *
 * <p>It implements {@link dev.medley.connection.internal.Connector}. Upstream: {@code exchange.Broker}, which creates it.
 */
@NullMarked
package dev.medley.connection.internal.connector;

import org.jspecify.annotations.NullMarked;
