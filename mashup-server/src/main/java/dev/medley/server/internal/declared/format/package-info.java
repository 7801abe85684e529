/**
 * The bodies of partners' responses, read as trees of maps, lists, texts, numbers and booleans.
 *
 * <p>Upstream: declared mashups. Downstream: {@link dev.medley.config} and {@link dev.medley.json}.
 */
@NullMarked
package dev.medley.server.internal.declared.format;

import org.jspecify.annotations.NullMarked;
