/**
 * Mashups of a web application in a servlet container: its configuration is found, its broker starts and stops with it.
 *
 * <p>Downstream: {@link dev.medley.servlet} and {@link dev.medley.config}. No package of this module depends on it.
 */
@NullMarked
package dev.medley.webapp;

import org.jspecify.annotations.NullMarked;
