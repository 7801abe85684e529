/** The commands of {@code medley}. */
@NullMarked
package dev.medley.server.cli;

import org.jspecify.annotations.NullMarked;
