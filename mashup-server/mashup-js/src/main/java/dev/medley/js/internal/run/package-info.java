/** One request for a script: its context, the turns in which that runs, and their bounds. */
@NullMarked
package dev.medley.js.internal.run;

import org.jspecify.annotations.NullMarked;
