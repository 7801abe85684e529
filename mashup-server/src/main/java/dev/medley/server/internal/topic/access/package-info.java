/** Who may subscribe and publish to which subjects, and how much of both. */
@NullMarked
package dev.medley.server.internal.topic.access;

import org.jspecify.annotations.NullMarked;
