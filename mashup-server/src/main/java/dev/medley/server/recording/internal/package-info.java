/** The JSON of recordings. */
@NullMarked
package dev.medley.server.recording.internal;

import org.jspecify.annotations.NullMarked;
