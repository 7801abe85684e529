/** A request about topics, as a server or a servlet container has taken it, and what it is refused with. */
@NullMarked
package dev.medley.server.internal.topic.exchange;

import org.jspecify.annotations.NullMarked;
