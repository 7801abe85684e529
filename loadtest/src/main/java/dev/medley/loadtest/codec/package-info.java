/**
 * What the experiment {@code codec} runs in other processes: units of work that encode and decode JSON, by a pool of threads, as
 * fibers, on virtual threads and on threads of their own; and mashups that do the same.
 */
@NullMarked
package dev.medley.loadtest.codec;

import org.jspecify.annotations.NullMarked;
