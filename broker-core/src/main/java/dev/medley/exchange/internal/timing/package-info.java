/**
 * When an attempt has entered its states.
 *
 * <p>Upstream: {@link dev.medley.exchange.internal.call}, whose attempts note it.
 */
@NullMarked
package dev.medley.exchange.internal.timing;

import org.jspecify.annotations.NullMarked;
