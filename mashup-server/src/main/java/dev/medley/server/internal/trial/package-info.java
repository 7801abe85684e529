/** One run of a mashup on this machine with all its exchanges, with its partners or with stubs in their place. */
@NullMarked
package dev.medley.server.internal.trial;

import org.jspecify.annotations.NullMarked;
