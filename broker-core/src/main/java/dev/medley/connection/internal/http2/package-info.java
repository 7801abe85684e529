/**
 * Connections that speak HTTP/2 (RFC 9113), by Jetty's frames: its HTTP client is not used, because it would hide what HTTP/2
 * reports.
 *
 * <p>Upstream: {@code connector}. Downstream: {@link dev.medley.connection}, {@link dev.medley.connection.internal.jetty},
 * {@link dev.medley.thread.internal}.
 */
@NullMarked
package dev.medley.connection.internal.http2;

import org.jspecify.annotations.NullMarked;
