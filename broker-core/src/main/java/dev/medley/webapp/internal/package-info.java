/**
 * Mashups of a web application in a servlet container: reads its configuration, starts and stops its broker.
 *
 * <p>Downstream: {@link dev.medley.servlet} and {@link dev.medley.config}. No package of this module depends on it.
 */
@NullMarked
package dev.medley.webapp.internal;

import org.jspecify.annotations.NullMarked;
