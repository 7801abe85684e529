/**
 * The ledger of the time that threads spend on requests, and the law that it shows.
 *
 * <p>Downstream: {@link dev.medley.thread.internal}, whose threads it measures.
 */
@NullMarked
package dev.medley.thread.internal.ledger;

import org.jspecify.annotations.NullMarked;
