/** The keys about callers: who they are, and who may call a mashup. */
@NullMarked
package dev.medley.config.internal.caller;

import org.jspecify.annotations.NullMarked;
