/** One run of a mashup with all its exchanges: what it got, kept in a recording, and the same run again. */
@NullMarked
package dev.medley.server.internal.run;

import org.jspecify.annotations.NullMarked;
