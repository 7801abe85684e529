/** WebSocket (RFC 6455), as far as topics need it: frames, their order, and the handshake. */
@NullMarked
package dev.medley.server.internal.topic.websocket;

import org.jspecify.annotations.NullMarked;
