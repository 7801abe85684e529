/**
 * Declarations of configuration keys: name, type, default, bounds and help text, each given once.
 *
 * <p>Upstream: the packages that declare keys ({@link dev.medley.partner}, {@code dev.medley.config}). Downstream: none, so
 * that every package can declare keys.
 */
@NullMarked
package dev.medley.setting.internal;

import org.jspecify.annotations.NullMarked;
