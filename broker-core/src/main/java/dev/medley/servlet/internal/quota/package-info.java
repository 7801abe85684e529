/**
 * How much a client may ask for in a time: buckets of tokens, of which each request takes some before its admission.
 *
 * <p>Upstream: the runtime of the mashups. The buckets are those of this process.
 */
@NullMarked
package dev.medley.servlet.internal.quota;

import org.jspecify.annotations.NullMarked;
