/**
 * Values of connections to partners, which users meet in settings, requests and responses. The packages below, which are
 * internal, keep the connections.
 *
 * <p>Upstream: {@link dev.medley.partner}, whose settings have them, and {@code exchange}, which shows them.
 */
@NullMarked
package dev.medley.connection;

import org.jspecify.annotations.NullMarked;
