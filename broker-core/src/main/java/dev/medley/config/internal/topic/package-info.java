/** The keys about topics: streams of messages that clients subscribe to. */
@NullMarked
package dev.medley.config.internal.topic;

import org.jspecify.annotations.NullMarked;
