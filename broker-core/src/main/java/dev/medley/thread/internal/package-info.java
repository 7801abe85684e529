/**
 * The one pool of threads that server, client and mashups share, its clock, and the ledger of its threads' time.
 *
 * <p>Last step of a request's way: the other packages run on it, and it knows none of them.
 */
@NullMarked
package dev.medley.thread.internal;

import org.jspecify.annotations.NullMarked;
