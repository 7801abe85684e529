/**
 * Topics in a servlet container: event streams, polls and publications, without WebSocket, and without Jetty's server.
 *
 * <p>Upstream: what joins a web application.
 */
@NullMarked
package dev.medley.server.internal.topic.servlet;

import org.jspecify.annotations.NullMarked;
