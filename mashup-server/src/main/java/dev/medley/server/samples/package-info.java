/** The sample mashups, written as a user would write them: they are the documentation. */
@NullMarked
package dev.medley.server.samples;

import org.jspecify.annotations.NullMarked;
