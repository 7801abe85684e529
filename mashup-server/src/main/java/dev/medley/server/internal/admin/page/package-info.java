/**
 * Pages of administration: health and status, and their dispatch by path. {@link
 * dev.medley.server.internal.admin.page.AdminHandler} needs Jetty's server; all else works in any servlet container.
 */
@NullMarked
package dev.medley.server.internal.admin.page;

import org.jspecify.annotations.NullMarked;
