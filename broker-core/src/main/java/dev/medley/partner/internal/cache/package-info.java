/**
 * The cache of a partner's responses: which may be stored, which may be used, and for whom (RFC 9111, RFC 5861). It knows
 * neither partners nor exchanges.
 *
 * <p>Upstream: {@link dev.medley.partner} and {@code exchange}.
 */
@NullMarked
package dev.medley.partner.internal.cache;

import org.jspecify.annotations.NullMarked;
