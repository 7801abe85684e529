/**
 * What an operator sees of a server: health, status, metrics, the access log and the log of failed exchanges.
 *
 * <p>It only looks on: nothing here decides what becomes of a request. {@link dev.medley.server.admin.AdminHandler} and
 * {@link dev.medley.server.admin.AccessLog} need Jetty's server; all else works in any servlet container.
 */
@NullMarked
package dev.medley.server.admin;

import org.jspecify.annotations.NullMarked;
