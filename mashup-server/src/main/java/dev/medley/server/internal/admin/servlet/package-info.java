/** The pages of administration in servlet containers, without Jetty's server. */
@NullMarked
package dev.medley.server.internal.admin.servlet;

import org.jspecify.annotations.NullMarked;
