/**
 * The trusted proxies in front of the server, and the client that they name.
 *
 * <p>Upstream: {@code dev.medley.server}, whose connectors use it.
 */
@NullMarked
package dev.medley.server.internal.inbound.proxy;

import org.jspecify.annotations.NullMarked;
