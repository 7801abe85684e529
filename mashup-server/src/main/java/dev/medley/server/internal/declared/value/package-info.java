/** The values that expressions see in a run: the request, what came of exchanges, what is missing, and where a value comes from. */
@NullMarked
package dev.medley.server.internal.declared.value;

import org.jspecify.annotations.NullMarked;
