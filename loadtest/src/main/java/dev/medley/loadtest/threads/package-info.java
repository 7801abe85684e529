/**
 * Two web servers with threads that wait, as in Chandramouli's paper, and the mashup by which Medley answers the same. They are
 * programs of their own, which the experiment {@code threads} measures.
 */
@NullMarked
package dev.medley.loadtest.threads;

import org.jspecify.annotations.NullMarked;
