/**
 * Spans of OpenTelemetry: of inbound requests, of exchanges, and of their attempts. Only the API is used; what records and exports is
 * the program's.
 *
 * <p>Parents are passed on explicitly, because a loop goes from request to request.
 */
@NullMarked
package dev.medley.trace.internal;

import org.jspecify.annotations.NullMarked;
