/**
 * The one pool of threads that server, client and mashups share, its loops, and its clock. The ledger of its threads' time is in
 * {@link dev.medley.thread.internal.ledger}.
 *
 * <p>Last step of a request's way: the other packages run on it, and it knows none of them.
 */
@NullMarked
package dev.medley.thread.internal;

import org.jspecify.annotations.NullMarked;
