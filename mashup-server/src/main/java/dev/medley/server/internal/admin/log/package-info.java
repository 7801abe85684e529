/** Logs of a server: inbound requests, and exchanges that failed. */
@NullMarked
package dev.medley.server.internal.admin.log;

import org.jspecify.annotations.NullMarked;
