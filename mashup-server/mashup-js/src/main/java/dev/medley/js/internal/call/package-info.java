/** The requests of a script to partners, and the values that it gets from them. */
@NullMarked
package dev.medley.js.internal.call;

import org.jspecify.annotations.NullMarked;
