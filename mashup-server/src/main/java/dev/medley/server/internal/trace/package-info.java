/** The spans of the server: where they go, and what happens if they cannot. */
@NullMarked
package dev.medley.server.internal.trace;

import org.jspecify.annotations.NullMarked;
