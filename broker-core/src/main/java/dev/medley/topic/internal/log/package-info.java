/** The log of a topic: its messages in the order of their positions, and by subject. */
@NullMarked
package dev.medley.topic.internal.log;

import org.jspecify.annotations.NullMarked;
