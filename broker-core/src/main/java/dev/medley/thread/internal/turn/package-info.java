/**
 * The turns that clients take at one loop.
 *
 * <p>Upstream: {@link dev.medley.thread.internal}, whose loops have them.
 */
@NullMarked
package dev.medley.thread.internal.turn;

import org.jspecify.annotations.NullMarked;
