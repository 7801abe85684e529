/** A broker without a server, for programs that have no inbound requests. */
@NullMarked
package dev.medley.broker;

import org.jspecify.annotations.NullMarked;
