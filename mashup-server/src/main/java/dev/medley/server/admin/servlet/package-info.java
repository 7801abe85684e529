/** The pages of administration for servlet containers, where Jetty's server is absent. */
@NullMarked
package dev.medley.server.admin.servlet;

import org.jspecify.annotations.NullMarked;
