/**
 * Who callers are, by tokens, keys of the API and certificates, and whether they may call a mashup.
 *
 * <p>Upstream: the runtime of the mashups, which asks before it admits a request. Downstream: exchanges, which fetch the keys of
 * issuers.
 */
@NullMarked
package dev.medley.server.internal.caller;

import org.jspecify.annotations.NullMarked;
