/**
 * Clients that leave, are slow, or stay idle: the sockets of clients, and the watch that looks at them now and then, so that no
 * request pays for it.
 */
@NullMarked
package dev.medley.server.internal.inbound;

import org.jspecify.annotations.NullMarked;
