/**
 * The one pool of threads that server, client and mashups share, its time, and the ledger of what the threads are
 * spent on.
 *
 * <p>Last step of a request's way: every other package runs on it, it knows none of them.
 */
@NullMarked
package dev.medley.thread;

import org.jspecify.annotations.NullMarked;
