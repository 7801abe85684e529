/**
 * Who may call a mashup: decided for each inbound request before its admission.
 *
 * <p>Upstream: the runtime of the mashups. The server implements {@link dev.medley.servlet.internal.access.AccessControl}.
 */
@NullMarked
package dev.medley.servlet.internal.access;

import org.jspecify.annotations.NullMarked;
