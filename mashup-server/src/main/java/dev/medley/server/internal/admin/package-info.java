/**
 * Administration of a server: health, status, metrics, the access log and the log of failed exchanges.
 *
 * <p>It observes only: nothing here has an influence on a request. Upstream: the server, and {@code war} for servlet
 * containers. Downstream: {@code page}, {@code metrics} and {@code log}.
 */
@NullMarked
package dev.medley.server.internal.admin;

import org.jspecify.annotations.NullMarked;
