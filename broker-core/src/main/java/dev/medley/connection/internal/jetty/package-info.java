/**
 * The parts of Jetty's client that do not depend on the version of HTTP: sockets, TLS, the look-up of names, the fields of a
 * response.
 *
 * <p>Upstream: {@code http1}, {@code http2} and {@code connector}. Downstream: {@link dev.medley.connection},
 * {@link dev.medley.tls.internal}, {@link dev.medley.thread.internal}.
 */
@NullMarked
package dev.medley.connection.internal.jetty;

import org.jspecify.annotations.NullMarked;
