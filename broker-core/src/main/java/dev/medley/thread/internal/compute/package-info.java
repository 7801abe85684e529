/**
 * Computations of mashups: a bounded queue in the order of priorities, from which those are removed that nobody needs any more, and the
 * threads that run it.
 */
@NullMarked
package dev.medley.thread.internal.compute;

import org.jspecify.annotations.NullMarked;
