/** The commands of {@code medley}. */
@NullMarked
package dev.medley.server.internal.cli;

import org.jspecify.annotations.NullMarked;
