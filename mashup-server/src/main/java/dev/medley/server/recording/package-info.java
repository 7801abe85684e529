/** Recordings: the request for a mashup, what each of its exchanges got, and the reply, as a file that can be replayed. */
@NullMarked
package dev.medley.server.recording;

import org.jspecify.annotations.NullMarked;
