/**
 * The formats of bodies beside JSON, and their readers: XML, CSV, text, pages, feeds, SOAP and GraphQL.
 *
 * <p>Upstream: {@link dev.medley.exchange}. Downstream: {@link dev.medley.json}, for its limits.
 */
@NullMarked
package dev.medley.format;

import org.jspecify.annotations.NullMarked;
