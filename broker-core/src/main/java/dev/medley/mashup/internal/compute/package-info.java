/** The computations that mashups ask for, and their stages. */
@NullMarked
package dev.medley.mashup.internal.compute;

import org.jspecify.annotations.NullMarked;
