/**
 * JSON documents, checked within limits and passed on as the bytes that arrived.
 *
 * <p>Upstream: {@link dev.medley.exchange} and {@link dev.medley.mashup}. It depends on no other package.
 */
@NullMarked
package dev.medley.json;

import org.jspecify.annotations.NullMarked;
