/** Subjects of messages, and patterns of them. */
@NullMarked
package dev.medley.topic.internal.subject;

import org.jspecify.annotations.NullMarked;
