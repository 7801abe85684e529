/**
 * Connections to partners: opened, kept idle for reuse, expired, closed; and the adapter to Jetty's client, which no
 * other package sees.
 *
 * <p>Upstream: {@link dev.medley.partner}, which decides who may use a connection. Downstream:
 * {@link dev.medley.thread}, on whose threads it calls back.
 */
@NullMarked
package dev.medley.connection;

import org.jspecify.annotations.NullMarked;
