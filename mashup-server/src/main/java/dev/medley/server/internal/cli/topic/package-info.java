/** The commands that publish to topics and subscribe to them, as clients of a server. */
@NullMarked
package dev.medley.server.internal.cli.topic;

import org.jspecify.annotations.NullMarked;
