/** The sample mashups, written as a user would write them: they are documentation too. */
@NullMarked
package dev.medley.server.internal.samples;

import org.jspecify.annotations.NullMarked;
