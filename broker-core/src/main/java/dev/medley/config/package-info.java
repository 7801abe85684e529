/**
 * The settings of a server, in code, and those of mashups. {@code dev.medley.config.internal} reads them from a file.
 *
 * <p>Upstream: {@code dev.medley.servlet} and the server. Downstream: {@link dev.medley.partner},
 * {@link dev.medley.thread.internal} and {@link dev.medley.setting.internal}, by which keys are declared.
 */
@NullMarked
package dev.medley.config;

import org.jspecify.annotations.NullMarked;
