/**
 * The configuration: one YAML file, overridden by environment variables and flags, checked against a JSON Schema.
 *
 * <p>Upstream: {@code dev.medley.servlet} and the server. Downstream: {@link dev.medley.partner},
 * {@link dev.medley.thread.internal} and {@link dev.medley.setting.internal}, by which keys are declared.
 */
@NullMarked
package dev.medley.config;

import org.jspecify.annotations.NullMarked;
