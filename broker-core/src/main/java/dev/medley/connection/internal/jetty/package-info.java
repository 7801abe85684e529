/**
 * What differs from Jetty's client: sockets, TLS, the look-up of names, the fields of a response, and subclasses of its
 * internal classes for both versions of HTTP, which no other package of the broker names.
 *
 * <p>Upstream: {@code http1}, {@code http2} and {@code connector}. Downstream: {@link dev.medley.connection},
 * {@link dev.medley.tls.internal}, {@link dev.medley.thread.internal}.
 */
@NullMarked
package dev.medley.connection.internal.jetty;

import org.jspecify.annotations.NullMarked;
