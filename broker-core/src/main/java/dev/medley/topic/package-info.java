/** Topics: logs of messages that clients subscribe to, and publishers append to. */
@NullMarked
package dev.medley.topic;

import org.jspecify.annotations.NullMarked;
