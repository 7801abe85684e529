/**
 * The credentials that Medley itself shows to partners: fixed ones, and tokens of issuers, which are fetched and renewed.
 *
 * <p>Upstream: attempts, which add them to what they send. The tokens are fetched by exchanges, through {@link
 * dev.medley.partner.internal.credential.TokenFetch}.
 */
@NullMarked
package dev.medley.partner.internal.credential;

import org.jspecify.annotations.NullMarked;
