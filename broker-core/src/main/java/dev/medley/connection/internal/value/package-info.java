/**
 * What the values of {@code dev.medley.connection} are made of, and the broker needs of them beside what users see.
 *
 * <p>Upstream: {@code dev.medley.connection}, whose values are built on it, and the broker. Downstream:
 * {@link dev.medley.context}.
 */
@NullMarked
package dev.medley.connection.internal.value;

import org.jspecify.annotations.NullMarked;
