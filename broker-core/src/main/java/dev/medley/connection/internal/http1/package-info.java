/**
 * Connections that speak HTTP/1.1, by Jetty's client.
 *
 * <p>Upstream: {@code connector}. Downstream: {@link dev.medley.connection}, {@link dev.medley.connection.internal.jetty},
 * {@link dev.medley.thread.internal}.
 */
@NullMarked
package dev.medley.connection.internal.http1;

import org.jspecify.annotations.NullMarked;
