/**
 * The formats of bodies beside JSON, and their readers: XML, CSV and text.
 *
 * <p>Upstream: {@link dev.medley.exchange}. Downstream: {@link dev.medley.json}, for its limits.
 */
@NullMarked
package dev.medley.format;

import org.jspecify.annotations.NullMarked;
