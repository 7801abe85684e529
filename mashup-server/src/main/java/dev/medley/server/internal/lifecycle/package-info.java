/** The life of a server: its start, the change of its configuration, and its end. */
@NullMarked
package dev.medley.server.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
