/**
 * The configuration: one YAML file, overridden by environment variables and flags, checked against a JSON Schema.
 *
 * <p>Upstream: whoever starts the server. Downstream: {@link dev.medley.partner} and {@link dev.medley.thread}, whose
 * settings are read here.
 */
@NullMarked
package dev.medley.config;

import org.jspecify.annotations.NullMarked;
