/** Reloads of the configuration: when it is read again, and what came of it. */
@NullMarked
package dev.medley.server.internal.reload;

import org.jspecify.annotations.NullMarked;
