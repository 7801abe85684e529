/**
 * The configuration: one YAML file, overridden by environment variables and flags, checked against a JSON Schema.
 *
 * <p>Upstream: {@code dev.medley.servlet} and the server. Downstream: {@link dev.medley.config}, {@link dev.medley.partner} and
 * {@link dev.medley.setting.internal}.
 */
@NullMarked
package dev.medley.config.internal;

import org.jspecify.annotations.NullMarked;
