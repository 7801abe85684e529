/**
 * Connections that speak HTTP/1.1, by Jetty's client.
 *
 * <p>Upstream: {@code connector}. Downstream: {@link dev.medley.connection}, {@link dev.medley.connection.jetty},
 * {@link dev.medley.thread}.
 */
@NullMarked
package dev.medley.connection.http1;

import org.jspecify.annotations.NullMarked;
