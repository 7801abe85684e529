/**
 * Connections that speak HTTP/1.1, by Jetty's client, which only this package sees.
 *
 * <p>It implements {@link dev.medley.connection.Connector}, and depends on {@link dev.medley.connection} and
 * {@link dev.medley.thread}.
 */
@NullMarked
package dev.medley.connection.http1;

import org.jspecify.annotations.NullMarked;
