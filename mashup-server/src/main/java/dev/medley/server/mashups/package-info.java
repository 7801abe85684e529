/**
 * Mashups that somebody put into a folder as JARs: found, checked and made before the server starts.
 *
 * <p>Upstream: the command {@code serve}. Downstream: {@link dev.medley.servlet}, whose servlets they are.
 */
@NullMarked
package dev.medley.server.mashups;

import org.jspecify.annotations.NullMarked;
