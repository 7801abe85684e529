/**
 * Mashups in a folder of JARs: found, checked and instantiated before the server starts, and when a reload
 * replaces them.
 *
 * <p>Upstream: the command {@code serve} and the server. Downstream: {@link dev.medley.servlet}, whose servlets they are.
 */
@NullMarked
package dev.medley.server.internal.mashups;

import org.jspecify.annotations.NullMarked;
